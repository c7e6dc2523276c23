import { isApiError } from "../client";

/** What a call answers; null for 404. */
export async function nullIfMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error, "not_found")) return null;
    throw error;
  }
}
