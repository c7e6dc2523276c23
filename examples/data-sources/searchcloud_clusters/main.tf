# The service allows duplicate names: one() fails if several clusters have this name.
data "searchcloud_clusters" "reviews" {
  name   = "reviews"
  region = "oregon"
  status = "in_service"
}

output "reviews_id" {
  value = one(data.searchcloud_clusters.reviews.clusters[*].id)
}
