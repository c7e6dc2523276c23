data "searchcloud_invoices" "due" {
  status = "due"
}

output "due_in_cents" {
  value = sum(concat([0], data.searchcloud_invoices.due.invoices[*].amount_cents))
}
