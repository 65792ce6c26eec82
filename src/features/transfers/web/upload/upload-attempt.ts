import { DetailedError, type HttpResponse, Upload, type UploadOptions } from 'tus-js-client'
import { mayBeProxys } from '#web/api/failed-request.ts'
import { UPLOAD_PART_BYTES } from '../../transfers.policy.ts'
import type { RememberedUpload } from './remembered-uploads.ts'
import { TransferFailure, uploadFailure } from '../panel/transfer-failure.ts'

export interface Uploaded {
  readonly versionId: string | null
  /** Of a file that is no bounce. */
  readonly fileId: string | null
  readonly trackId: string | null
}

/** Reports of one upload attempt. Not called after `stop`. */
export interface AttemptReports {
  begun(uploadUrl: string): void
  /** Bytes sent; those of the current part are not yet stored. */
  progress(bytes: number): void
  done(uploaded: Uploaded): void
  failed(failure: TransferFailure): void
}

export interface Attempt {
  /** Stops sending; stored parts stay on the server. */
  stop(): void
}

/** Passes a file to tus-js-client; tests pass what its Node edition accepts. */
export type OpenTus = (file: File, options: UploadOptions) => Pick<Upload, 'start' | 'abort' | 'url'>

export const openTus: OpenTus = (file, options) => new Upload(file, options)

interface AttemptParts {
  readonly upload: RememberedUpload
  readonly file: File
  /** Hexadecimal SHA-256 of the file, computed during the upload. */
  readonly sha256: Promise<string>
  readonly origin: string
  readonly open: OpenTus
}

/** Sends the bytes that the server lacks. A single attempt: the queue decides on retries. */
export function attemptUpload({ upload, file, sha256, origin, open }: AttemptParts, reports: AttemptReports): Attempt {
  let stopped = false
  const tus = open(file, {
    endpoint: `${origin}/api/projects/${upload.projectId}/uploads`,
    uploadUrl: upload.uploadUrl,
    chunkSize: UPLOAD_PART_BYTES,
    retryDelays: null,
    storeFingerprintForResuming: false,
    metadata: metadataOf(upload),
    async onBeforeRequest(request) {
      const offset = Number(request.getHeader('Upload-Offset') ?? Number.NaN)
      if (request.getMethod() === 'PATCH' && offset + UPLOAD_PART_BYTES >= file.size)
        request.setHeader('Repr-Digest', reprDigest(await readable(sha256)))
    },
    onUploadUrlAvailable: () => !stopped && tus.url !== null && reports.begun(tus.url),
    onProgress: (bytes) => !stopped && reports.progress(bytes),
    onSuccess: ({ lastResponse }) => void settle(lastResponse),
    onError: (error) => !stopped && reports.failed(failureOf(error)),
  })
  const settle = async (response: HttpResponse) => {
    const arrived = response.getHeader('Repr-Digest')
    // The answer to the part with our digest may have been lost; the server then sends its own digest.
    const same = !arrived || arrived === reprDigest(await sha256)
    if (stopped) return
    if (same)
      reports.done({
        versionId: response.getHeader('Roughmix-Version-Id') ?? null,
        trackId: response.getHeader('Roughmix-Track-Id') ?? null,
        fileId: response.getHeader('Roughmix-File-Id') ?? null,
      })
    else reports.failed(new TransferFailure('checksum', 'The file arrived damaged.'))
  }
  tus.start()
  return {
    stop() {
      stopped = true
      void tus.abort()
    },
  }
}

/** A file that cannot be hashed cannot be sent either, so fail without waiting for the network. */
function readable(sha256: Promise<string>): Promise<string> {
  return sha256.catch((error: unknown) => {
    throw new TransferFailure('file-unreadable', String(error))
  })
}

function metadataOf(upload: RememberedUpload): Record<string, string> {
  const { filename, trackId, trackTitle, changelog, start, destination, isQuiet } = upload
  if (destination)
    return {
      filename,
      destination: 'file',
      audience: destination.audience,
      ...(destination.fileId !== undefined && { fileId: destination.fileId }),
      ...(destination.trackId !== undefined && { trackId: destination.trackId }),
      ...(changelog && { changelog }),
    }
  return {
    filename,
    ...(trackId ? { trackId } : { trackTitle: trackTitle ?? filename }),
    ...(changelog && { changelog }),
    ...(start && { startId: start.id, startDone: start.done.join(',') }),
    ...(isQuiet && { quiet: '1' }),
  }
}

export function reprDigest(sha256: string): string {
  const bytes = (sha256.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return `sha-256=:${btoa(String.fromCharCode(...bytes))}:`
}

function failureOf(error: Error): TransferFailure {
  if (!(error instanceof DetailedError)) return new TransferFailure('file-unreadable', error.message)
  if (error.originalResponse) return refusedWith(error.originalResponse.getStatus(), error.originalResponse.getBody())
  if (error.causingError instanceof TransferFailure) return error.causingError
  // A file that was changed or deleted on disk fails during reading, also without an answer.
  return error.causingError?.name === 'NotReadableError' || error.causingError?.name === 'NotFoundError'
    ? new TransferFailure('file-unreadable', error.causingError.message)
    : uploadFailure(null, 'The connection was lost.')
}

/** With the server's own message, if its answer has one. */
function refusedWith(status: number, body: string): TransferFailure {
  try {
    const answer: unknown = JSON.parse(body)
    if (typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string')
      return uploadFailure(
        status,
        answer.message,
        'code' in answer && typeof answer.code === 'string' ? answer.code : undefined,
      )
  } catch {
    // A proxy's error page: the server is not reachable, or the proxy refuses such requests.
    if (body !== '' && mayBeProxys(status)) return uploadFailure(null, 'The connection was lost.')
  }
  return uploadFailure(status, 'The server refused the upload.')
}
