# Names are not unique to the service: one() fails when there are several clusters of this name.
data "searchcloud_clusters" "reviews" {
  name   = "reviews"
  region = "oregon"
  status = "in_service"
}

output "reviews_id" {
  value = one(data.searchcloud_clusters.reviews.clusters[*].id)
}
