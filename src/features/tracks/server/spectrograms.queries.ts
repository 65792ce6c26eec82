import { enqueueLowPriority } from '#server/jobs/low-priority-jobs.ts'
import type { Spectrogram, SpectrogramChannels } from '../tracks.contract.ts'
import { trackErrors } from '../tracks.errors.ts'
import { drawSpectrogram } from './spectrograms.kind.ts'
import type { VersionScope } from './tracks.scope.ts'

/** Whether the spectrogram is there; begins it where it is not, and again where it failed. */
export async function askForSpectrogram(scope: VersionScope, channels: SpectrogramChannels): Promise<Spectrogram> {
  const { db, version } = scope
  if (version.report === null)
    throw trackErrors[version.state === 'checking' ? 'version.not_ready' : 'version.no_stream']()
  const begun = await db
    .insertInto('spectrograms')
    .values({ version_id: version.id, channels, state: 'working' })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst()
  const again = await db
    .updateTable('spectrograms')
    .set({ state: 'working' })
    .where('version_id', '=', version.id)
    .where('channels', '=', channels)
    .where('state', '=', 'failed')
    .executeTakeFirst()
  if (Number(begun.numInsertedOrUpdatedRows ?? 0) + Number(again.numUpdatedRows) > 0)
    await enqueueLowPriority(
      scope,
      drawSpectrogram,
      { versionId: version.id, channels },
      { key: `${drawSpectrogram.kind}:${version.id}:${channels}`, bytes: version.size_bytes },
    )
  const { state } = await db
    .selectFrom('spectrograms')
    .select('state')
    .where('version_id', '=', version.id)
    .where('channels', '=', channels)
    .executeTakeFirstOrThrow()
  return { channels, state }
}
