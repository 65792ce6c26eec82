import { FailedRequest } from './failed-request.ts'

const unreachable = 'The server cannot be reached. Check the connection and try again.'
const unexpected = 'Something went wrong!'

/** The reason for a failure as one sentence for the user. The server's refusals are written for users. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof FailedRequest)) return unexpected
  return error.isAnswer ? error.message : unreachable
}
