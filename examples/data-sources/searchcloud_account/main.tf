data "searchcloud_account" "current" {}

# A key that can create but not terminate clusters can leave billed clusters behind. Null means unknown.
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
