// Ctrl-C reaches the whole process group. Terraform then asks its plugins to stop; a plugin that dies of it instead fails
// the run with "Unrecognized remote plugin message". The end of a terminal (SIGHUP) reaches it too: it ends Terraform, and so
// the plugin, unless Terraform runs under nohup, which Node itself does not inherit. So a process that Terraform has started
// ignores both from the first line that runs: this module imports nothing and is imported first. Only Node's own start is
// before it.
if (process.env.TF_PLUGIN_MAGIC_COOKIE !== undefined)
  for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => undefined);
