// Ctrl-C reaches the whole process group. Terraform then asks its plugins to stop; a plugin that dies of it instead fails
// the run with "Unrecognized remote plugin message". So a process that Terraform has started ignores it from the first
// line that runs: this module imports nothing and is imported first. Only Node's own start is before it.
if (process.env.TF_PLUGIN_MAGIC_COOKIE !== undefined) process.on("SIGINT", () => undefined);
