import type { TransferError, TransferErrorCode } from './transfers-store.ts'

/** A failed transfer, with a reason for the user. */
export class TransferFailure extends Error implements TransferError {
  readonly code: TransferErrorCode
  readonly httpStatus: number | null
  /** Whether an automatic retry can help. */
  readonly passing: boolean

  constructor(
    code: TransferErrorCode,
    message: string,
    { httpStatus = null, passing = false }: { httpStatus?: number | null; passing?: boolean } = {},
  ) {
    super(message)
    this.name = 'TransferFailure'
    this.code = code
    this.httpStatus = httpStatus
    this.passing = passing
  }

  told(): TransferError {
    return { code: this.code, message: this.message, httpStatus: this.httpStatus }
  }
}

/** The specification's three messages, verbatim. */
export const fileFetchError = (httpStatus: number | null = null) =>
  new TransferFailure('file-fetch', 'File fetch error', {
    httpStatus,
    passing: httpStatus === null || httpStatus >= 500 || [408, 425, 429].includes(httpStatus),
  })
export const wrongContentLength = () => new TransferFailure('content-length', 'Wrong content-length')
export const noContentLength = () => new TransferFailure('no-length', 'Wrong content-length')
export const streamError = () => new TransferFailure('stream', 'Stream error', { passing: true })

const BY_STATUS: Readonly<Record<number, TransferErrorCode>> = {
  401: 'not-allowed',
  403: 'not-allowed',
  404: 'gone',
  410: 'gone',
  413: 'too-large',
  460: 'checksum',
  507: 'storage-full',
}
const PASSING = new Set([408, 409, 423, 425, 429])

/**
 * The failure of an upload request: no status means that no answer came. `reason` is the code of the server's refusal.
 */
export function uploadFailure(httpStatus: number | null, message: string, reason = ''): TransferFailure {
  if (httpStatus === null) return new TransferFailure('network', message, { passing: true })
  if (reason === 'upload.track_trashed' || reason === 'file.in_trash')
    return new TransferFailure('in-trash', message, { httpStatus, passing: true })
  const code = reason.startsWith('quota.') ? 'over-quota' : BY_STATUS[httpStatus]
  if (code) return new TransferFailure(code, message, { httpStatus })
  return new TransferFailure('server', message, { httpStatus, passing: httpStatus >= 500 || PASSING.has(httpStatus) })
}
