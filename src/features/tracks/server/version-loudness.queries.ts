import { arrayBuffer } from 'node:stream/consumers'
import { parseEnergyGrid } from '#audio/energy-file.ts'
import { loudnessReport } from '#audio/loudness-series.ts'
import type { VersionLoudness } from '../tracks.contract.ts'
import { derivedFileKey } from './derived-files.ts'
import type { VersionScope } from './tracks.scope.ts'
import { reportOf } from './version-files.ts'

/** The figures of the report, and the curves from the energy grid that was kept with it. */
export async function readLoudness({ storage, version }: VersionScope): Promise<VersionLoudness> {
  const { loudness } = reportOf(version)
  const file = await storage.read(derivedFileKey(version, 'energy'))
  return loudnessReport(loudness, parseEnergyGrid(await arrayBuffer(file)).cells)
}
