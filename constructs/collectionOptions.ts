import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { ICollection, ICollectionAlias, NodeKeyOptions } from "./collectionInterface";
import type { Field } from "./field";

/** How long to wait; durations such as `45m` or `1h30m`. */
export interface CollectionTimeouts {
  /**
   * For the collection to be created.
   * @default "5m"
   */
  readonly create?: string;

  /**
   * For an edit of the fields to be indexed, and for somebody else's edit that has to end first.
   * @default "1h"
   */
  readonly update?: string;

  /**
   * For the collection to be dropped.
   * @default "10m"
   */
  readonly delete?: string;
}

/** The schema of a collection, and Terraform's meta-arguments. */
export interface CollectionOptions extends TerraformMetaArguments, NodeKeyOptions {
  /**
   * Name of the collection. Another name is another collection: see replacement.
   * @default - the construct's id
   */
  readonly collectionName?: string;

  /**
   * The fields that are indexed, at least one. They are edited in place: the server indexes the documents again, and refuses a
   * type that they do not fit. An edit of the default sorting field needs another collection.
   */
  readonly fields: readonly Field[];

  /**
   * Name of a field that orders results when a search says nothing: a number, a bool, or a string with `sort`, that is not
   * optional. Another one is another collection, and so is an edit of that field.
   * @default - none
   */
  readonly defaultSortingField?: string;

  /**
   * Whether fields can be objects, and be named by path: `"author.name"`. Another value is another collection.
   * @default - the server's: false
   */
  readonly enableNestedFields?: boolean | IResolvable;

  /**
   * Characters that separate words, beside blanks. Others are another collection.
   * @default - none
   */
  readonly tokenSeparators?: string[];

  /**
   * Special characters that are indexed rather than ignored. Others are another collection.
   * @default - none
   */
  readonly symbolsToIndex?: string[];

  /**
   * Names of the sets of synonyms that its searches use. Changed in place.
   * @default - none
   */
  readonly synonymSets?: string[];

  /**
   * Names of the sets of curations that its searches use. Changed in place.
   * @default - none
   */
  readonly curationSets?: string[];

  /**
   * What the server keeps with the collection: an object, or JSON of one. Changed in place.
   * @default - what is there is left alone
   */
  readonly metadata?: string | { readonly [property: string]: unknown };

  /**
   * Name of the model that turns spoken searches into text, such as `"ts/whisper/base.en"`. Another one is another collection.
   * @default - none
   */
  readonly voiceQueryModel?: string;

  /**
   * What happens to an edit that needs another collection while this one holds documents: `"refuse"` is an error at plan,
   * `"allow"` drops the collection with its documents and creates another. Without downtime, create a second collection and
   * edit the alias.
   * @default "refuse"
   */
  readonly replacement?: "refuse" | "allow" | (string & Record<never, never>);

  /**
   * Whether to refuse every plan that would drop the collection. Turn it off in a deploy of its own first.
   * @default false
   */
  readonly deletionProtection?: boolean | IResolvable;

  /**
   * How long to wait for the server.
   * @default - 5 minutes to create, 1 hour to update, 10 minutes to delete
   */
  readonly timeouts?: CollectionTimeouts;
}

/** A second name, and Terraform's meta-arguments. */
export interface CollectionAliasOptions extends TerraformMetaArguments, NodeKeyOptions {
  /**
   * The alias. Another one is created beside it, and this one deleted.
   * @default - the construct's id
   */
  readonly aliasName?: string;

  /** The collection that searches for the alias reach, or its name. Changed in place, at once for all searches. */
  readonly collection: ICollection | string;
}

/** What a key allows, and Terraform's meta-arguments. A server cannot edit a key: any edit makes another one. */
export interface KeyOptions extends TerraformMetaArguments, NodeKeyOptions {
  /**
   * What the key is for.
   * @default - the construct's id
   */
  readonly description?: string;

  /** What it allows, such as `"documents:search"` or `"collections:*"`. */
  readonly actions: string[];

  /**
   * The collections for which it does, or their names; a name can be a pattern: `"*"`, `"products_.*"`. Whoever searches by
   * an alias needs a key for the alias.
   */
  readonly collections: readonly (ICollection | ICollectionAlias | string)[];

  /**
   * When the key stops working, in RFC 3339: `"2027-01-01T00:00:00Z"`.
   * @default - never
   */
  readonly expiresAt?: string;

  /**
   * Whether the server deletes the key some time after it has expired.
   * @default false
   */
  readonly autodelete?: boolean;

  /**
   * The key itself, of 8 characters at least, such as a sensitive TerraformVariable: a literal is readable in the synthesized files. A
   * value exists once at a server, so an edit of anything else needs another value too, or `lifecycle: { createBeforeDestroy: false }`.
   * @default - one that nobody can guess
   */
  readonly value?: string;
}
