/** The source address of this provider. Its host can never resolve, so nobody else can serve it. */
export const ADDRESS = "terraform.searchcloud.internal/searchcloud/searchcloud";
