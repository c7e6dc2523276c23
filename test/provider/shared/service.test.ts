import { TerraformError } from "../../../src/framework";
import { clientOf, serviceOf } from "../../../src/provider/shared/service";

test("without a client, the error says what to create first", () => {
  const attempt = () => clientOf(serviceOf({}));
  expect(attempt).toThrow(TerraformError);
  expect(attempt).toThrow("apply with -target=…");
});
