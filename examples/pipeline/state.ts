import { HttpBackend, S3Backend, type TerraformStack } from "cdktf";

/**
 * Chooses the backend for the state of a stack, which contains the keys of clusters: it is remote, encrypted and locked. A project
 * needs one of these two; delete the other.
 * @throws Error if the environment configures neither: a state on the runner would be lost.
 */
export function remoteState(stack: TerraformStack): void {
  const { STATE_BUCKET, STATE_KMS_KEY, AWS_REGION, TF_HTTP_ADDRESS } = process.env;
  if (STATE_BUCKET && STATE_KMS_KEY && AWS_REGION) {
    new S3Backend(stack, {
      bucket: STATE_BUCKET,
      key: `${stack.node.id}.tfstate`,
      region: AWS_REGION,
      encrypt: true,
      kmsKeyId: STATE_KMS_KEY,
    });
    // A lock file beside the state; Terraform and OpenTofu have it from 1.10.
    stack.addOverride("terraform.backend.s3.use_lockfile", true);
  } else if (TF_HTTP_ADDRESS) {
    // GitLab encrypts what it stores. The other TF_HTTP_ variables (lock, user, password) are read by Terraform itself.
    new HttpBackend(stack, { address: TF_HTTP_ADDRESS });
  } else {
    throw new Error(
      "There is no place for the state. Set STATE_BUCKET, STATE_KMS_KEY and AWS_REGION (S3), or TF_HTTP_ADDRESS (GitLab).",
    );
  }
}
