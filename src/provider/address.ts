/** Where this provider is found. The host can never resolve, so that nobody else can serve it. */
export const ADDRESS = "terraform.searchcloud.internal/searchcloud/searchcloud";
