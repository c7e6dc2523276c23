/** How issued keys are taken out of use, which only the cluster itself can do (docs/design/api-assumptions.md#data-plane). */
export const HOW_TO_REVOKE =
  "Keys are revoked at the cluster itself, with an admin key of it in the header x-search-api-key: GET /keys lists them (id, description, " +
  "and how the value begins), and DELETE /keys/:id revokes one.";
