import { type Exchange, KEPT_BY_THE_BROWSER } from '#server/http/http-exchange.ts'
import { sendBlob } from '#server/http/send-blob.ts'
import { derivedKey } from '#server/storage/version-key.ts'
import { type SpectrogramChannels, trackErrors } from '../../tracks.contract.ts'
import type { VersionScope } from '../tracks.scope.ts'

/** Beside the original, with what else is made from it. */
export function spectrogramKey(
  { storage_key }: { readonly storage_key: string },
  channels: SpectrogramChannels,
): string {
  return derivedKey(storage_key, `spectrogram-${channels}.rmsp`)
}

export async function sendSpectrogram(
  { db, storage, version }: VersionScope,
  channels: SpectrogramChannels,
  exchange: Exchange,
): Promise<void> {
  const made = await db
    .selectFrom('spectrograms')
    .select('state')
    .where('version_id', '=', version.id)
    .where('channels', '=', channels)
    .executeTakeFirst()
  if (made?.state !== 'ready') throw trackErrors['spectrogram.not_made']()
  await sendBlob({
    ...exchange,
    storage,
    key: spectrogramKey(version, channels),
    contentType: 'application/octet-stream',
    etag: `${version.sha256}-spectrogram-${channels}`,
    disposition: 'inline',
    cacheControl: KEPT_BY_THE_BROWSER,
  })
}
