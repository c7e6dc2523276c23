data "searchcloud_account" "current" {}

# Who cannot terminate what they create is billed for it until somebody else does. Null means that nobody knows.
check "the_key_can_end_what_it_begins" {
  assert {
    condition = anytrue([
      for capability in coalesce(data.searchcloud_account.current.capabilities, ["admin"]) :
      contains(["admin", "clusters:terminate"], capability)
    ])
    error_message = "This key lacks clusters:terminate."
  }
}

output "capabilities" {
  value = data.searchcloud_account.current.capabilities
}
