// Ctrl-C reaches the whole process group. Terraform then asks its plugins to stop; a plugin that exits instead fails the run
// with "Unrecognized remote plugin message". Closing a terminal (SIGHUP) reaches the group too: it ends Terraform, and with it
// the plugin, unless Terraform runs under nohup, which Node does not inherit. A process that Terraform has started therefore
// ignores both signals from its first line: this module imports nothing and is imported first. Only Node's own startup comes
// before it.
if (process.env.TF_PLUGIN_MAGIC_COOKIE !== undefined)
  for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => undefined);
