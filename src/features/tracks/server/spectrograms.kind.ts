import * as z from 'zod'
import { JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'
import { spectrogramChannels, type SpectrogramChannels } from '../tracks.contract.ts'

export const drawSpectrogram: JobKind<{ versionId: string; channels: SpectrogramChannels }> = {
  kind: 'version.spectrogram',
  payload: z.object({ versionId: z.string(), channels: z.enum(spectrogramChannels) }),
  maxAttempts: 3,
  leaseMs: JOB_LEASE_MS,
  isPatient: true,
}
