/**
 * State that one run of the provider keeps beside Terraform's: a value for each owner (the service of one ConfigureProvider, its client,
 * its nodes), created on first use. A plan reads there what the same run has planned, read or written before. It ends with its owner.
 *
 * @param create makes the value of an owner that has none yet
 */
export function runState<Owner extends object, Value>(
  create: (owner: Owner) => Value,
): (owner: Owner) => Value {
  const values = new WeakMap<Owner, Value>();
  return (owner) => {
    if (!values.has(owner)) values.set(owner, create(owner));
    return values.get(owner) as Value;
  };
}
