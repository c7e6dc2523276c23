/** A collection that can keep the conversations of a model. */
export const HISTORY = {
  name: "history",
  fields: [
    ...["conversation_id", "role", "message", "model_id"].map((name) => ({ name, type: "string" })),
    { name: "timestamp", type: "int32" },
  ],
};
