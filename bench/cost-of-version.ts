import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from '../trust/start-server.ts'
import { childSeconds, medianOf, processSeconds } from './bench-tools.ts'
import type { VersionCosts } from './growing-arithmetic.ts'
import type { analysed, LoadedProduct } from './load-roughmix.ts'
import { uploadAll } from './load-uploader.ts'

const ROUNDS = 3

/** The bytes on disk of one version of the song, and the CPU time of its upload and analysis. */
export async function costOfVersion(
  { server, people: [owner], tracks: [track] }: LoadedProduct,
  song: string,
  files: string,
  whenAnalysed: typeof analysed,
): Promise<VersionCosts> {
  if (!owner || !track) throw new Error('nothing was loaded')
  const bytes = readFileSync(song)
  const rounds: { readonly upload: number; readonly analysis: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [own, children] = [await processSeconds(server.pid), await childSeconds(server.pid)]
    await uploadAll(
      {
        by: 'tus',
        url: `${server.url}/api/projects/${track.projectId}/uploads`,
        cookie: owner.line.cookie(),
        file: song,
        times: 1,
        bytesPerSecond: Infinity,
      },
      bytes,
      `round-${round}`,
    )
    await whenAnalysed(owner, track.projectId)
    rounds.push({
      upload: (await processSeconds(server.pid)) - own,
      analysis: (await childSeconds(server.pid)) - children,
    })
  }
  const [beforeDrawing] = [await childSeconds(server.pid)]
  const address = `/api/projects/${track.projectId}/tracks/${track.trackId}/versions/${track.versionId}/spectrogram`
  while (!(await owner.line.json('POST', address, { channels: 'mix' })).body.toString().includes('"ready"'))
    await pause(200)
  const found = filesOf(files)
  const bytesOf = (name: string) =>
    found.find(({ path }) => path.includes(track.versionId) && path.endsWith(name))?.bytes ?? 0
  return {
    originalBytes: bytes.byteLength,
    flacBytes: bytesOf('stream.flac'),
    indexBytes: bytesOf('stream.fidx'),
    peaksBytes: bytesOf('peaks.rmpk'),
    energyBytes: bytesOf('energy.rmen'),
    spectrogramBytes: bytesOf('spectrogram-mix.rmsp'),
    uploadCpuSeconds: medianOf(rounds.map(({ upload }) => upload)),
    analysisCpuSeconds: medianOf(rounds.map(({ analysis }) => analysis)),
    spectrogramCpuSeconds: (await childSeconds(server.pid)) - beforeDrawing,
  }
}

function filesOf(folder: string): readonly { readonly path: string; readonly bytes: number }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, bytes: statSync(path).size }))
}
