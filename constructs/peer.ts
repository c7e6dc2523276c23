/** Both libraries are optional peers, so npm does not report that the imported one is missing. */
try {
  require("cdktf");
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== "MODULE_NOT_FOUND" || !message.includes("'cdktf'")) throw error;
  throw new Error(
    "These constructs require the package cdktf, which is not installed. Install it, or import the constructs for the " +
      'library that your program uses: "cdktf-provider-searchcloud", or "cdktf-provider-searchcloud/cdktn".',
    { cause: error },
  );
}
