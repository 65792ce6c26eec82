import { FailedRequest } from './failed-request.ts'

const unreachable = 'The server cannot be reached. Check the connection and try again.'
const unexpected = 'Something went wrong!'

/** Why something failed, as one sentence for people. The server's refusals are written for them. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof FailedRequest)) return unexpected
  return error.isAnswer ? error.message : unreachable
}
