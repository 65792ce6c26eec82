import { type Exchange, KEPT_BY_NOBODY, KEPT_BY_THE_BROWSER } from '#server/http/http-exchange.ts'
import { sendBlob } from '#server/http/send-blob.ts'
import { versionedName } from '../file-kinds.ts'
import { fileErrors } from '../files.contract.ts'
import type { FileVersionScope } from './files.scope.ts'

/**
 * Opened in a tab or in a frame of ours, it is a document that may do nothing: no scripts, forms or requests, and an
 * origin of its own. The answer says so itself, because Chromium shows no PDF in a frame with the attribute `sandbox`.
 */
const CAGED = [
  "default-src 'none'",
  "img-src 'self'",
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'sandbox',
].join('; ')

/** Always a download, of no type that a browser opens. */
export async function sendFile(scope: FileVersionScope, exchange: Exchange): Promise<void> {
  const { storage, version } = scope
  exchange.reply.header('content-security-policy', CAGED)
  await sendBlob({
    ...exchange,
    storage,
    key: version.storage_key,
    contentType: 'application/octet-stream',
    sha256: version.sha256,
    fileName: downloadName(scope),
    disposition: 'attachment',
    cacheControl: KEPT_BY_NOBODY,
    fromStore: true,
  })
}

const pictures: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'webp', 'avif'].map((type) => `image/${type}`))

/** Only ever one of these types, whatever a row says that was imported. */
function shownType({ preview, media_type: type }: FileVersionScope['version']): string {
  if (preview === 'text') return 'text/plain; charset=utf-8'
  if (preview === 'pdf') return 'application/pdf'
  return pictures.has(type) ? type : 'application/octet-stream'
}

/** Of the type that its bytes had when it arrived. */
export async function sendPreview(scope: FileVersionScope, exchange: Exchange): Promise<void> {
  const { storage, version } = scope
  if (version.preview === null) throw fileErrors['file.no_preview']()
  exchange.reply.headers({ 'content-security-policy': CAGED, 'x-frame-options': 'SAMEORIGIN' })
  await sendBlob({
    ...exchange,
    storage,
    key: version.storage_key,
    contentType: shownType(version),
    sha256: version.sha256,
    fileName: downloadName(scope),
    disposition: 'inline',
    cacheControl: KEPT_BY_THE_BROWSER,
  })
}

/** The newest has the file's name; `Glasshouse (v2).rpp` is an older one. */
function downloadName({ file, version }: FileVersionScope): string {
  return version.number === file.last_version_number ? file.name : versionedName(file.name, version.number)
}
