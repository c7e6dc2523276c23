data "searchcloud_invoices" "due" {
  status = "due"
}

# The list has no line items, so each invoice is read separately.
data "searchcloud_invoice" "due" {
  for_each = toset(data.searchcloud_invoices.due.invoices[*].id)
  id       = each.key
}

output "bandwidth_in_cents" {
  value = {
    for id, invoice in data.searchcloud_invoice.due : id => sum(concat([0], [
      for line in invoice.line_items : line.price_cents if line.line_item_type == "bandwidth"
    ]))
  }
}
