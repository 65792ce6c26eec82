import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LiveRequest, StreamName } from '#shared/events.ts'
import { TrustPerson } from '../trust/person.ts'
import { pause, type RunningServer, startServer } from '../trust/start-server.ts'
import { SONG_CHANNELS, SONG_RATE } from './load-song.ts'
import { uploadAll } from './load-uploader.ts'

/** The product with users, projects and analysed music, ready for bench/listener-load.ts. */
export interface LoadedProduct {
  readonly server: RunningServer
  readonly people: readonly TrustPerson[]
  readonly tracks: readonly LoadedTrack[]
}

export interface LoadedTrack {
  readonly projectId: string
  readonly trackId: string
  readonly versionId: string
  readonly streamUrl: string
  /** A copy of its lossless stream, for servers that only serve files. */
  readonly copy: string
  readonly map: {
    readonly sampleRate: number
    readonly channels: number
    readonly totalFrames: number
    readonly streamBytes: number
  }
}

const PEOPLE = 20
const TRACKS_OF_A_PROJECT = 2

export async function loadProduct({
  folder,
  song,
  projects,
  people: count = PEOPLE,
  env = {},
}: {
  readonly folder: string
  readonly song: string
  readonly projects: number
  readonly people?: number
  readonly env?: Readonly<Record<string, string>>
}): Promise<LoadedProduct> {
  const server = await startServer({ dataDir: join(folder, 'data'), env })
  const people: TrustPerson[] = []
  for (let i = 0; i < count; i++) people.push(await TrustPerson.signUp(() => server.url, `listener-${i}`))
  const [owner] = people
  if (!owner) throw new Error('nobody signed up')
  const bytes = readFileSync(song)
  const tracks: LoadedTrack[] = []
  for (let i = 0; i < projects; i++) {
    const projectId = await owner.addProject(`Album ${i}`)
    for (const person of people.slice(1)) await owner.invite(projectId, person)
    for (let n = 0; n < TRACKS_OF_A_PROJECT; n++)
      await uploadAll(
        {
          by: 'tus',
          url: `${server.url}/api/projects/${projectId}/uploads`,
          cookie: owner.line.cookie(),
          file: song,
          times: 1,
          bytesPerSecond: Infinity,
        },
        bytes,
        `album-${i}-${n}`,
      )
    for (const version of await analysed(owner, projectId))
      tracks.push(
        await copied(server, owner, { projectId, ...version }, join(folder, 'files', `${version.versionId}.flac`)),
      )
  }
  return { server, people, tracks }
}

export async function analysed(
  owner: TrustPerson,
  projectId: string,
): Promise<readonly { readonly trackId: string; readonly versionId: string; readonly totalFrames: number }[]> {
  for (;;) {
    const { trackVersions } = await owner.project(projectId)
    if (trackVersions.some(({ state }) => state === 'refused')) throw new Error('a song was refused')
    if (trackVersions.every(({ state }) => state === 'ready'))
      return trackVersions.map(({ id, trackId, report }) => ({
        trackId,
        versionId: id,
        totalFrames: report?.format.totalFrames ?? 0,
      }))
    await pause(200)
  }
}

/** Messages of a page that is opened and plays music. */
export function wordsOf({ projectId, trackId, versionId }: LoadedTrack, position: number): readonly string[] {
  const stream: StreamName = `project:${projectId}`
  const messages: readonly LiveRequest[] = [
    { type: 'follow', stream, cursor: null },
    { type: 'here', stream, place: { trackId, versionId, isPlaying: true, position, speed: 1, stepMs: null } },
  ]
  return messages.map((word) => JSON.stringify(word))
}

async function copied(
  server: RunningServer,
  owner: TrustPerson,
  version: {
    readonly projectId: string
    readonly trackId: string
    readonly versionId: string
    readonly totalFrames: number
  },
  copy: string,
): Promise<LoadedTrack> {
  const { totalFrames, ...ids } = version
  const streamUrl = `${server.url}/api/projects/${ids.projectId}/tracks/${ids.trackId}/versions/${ids.versionId}/stream`
  const answer = await fetch(streamUrl, { headers: { cookie: owner.line.cookie() } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (!answer.ok) throw new Error(`a stream was answered ${answer.status}`)
  writeFileSync(copy, bytes)
  return {
    ...ids,
    streamUrl,
    copy,
    map: { sampleRate: SONG_RATE, channels: SONG_CHANNELS, totalFrames, streamBytes: bytes.byteLength },
  }
}
