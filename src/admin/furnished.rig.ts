import { renderSong, SONG_MIXES } from '#audio/song.ts'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import { GuestBrowser } from '#testing/guest-browser.ts'
import { sendFile, type UploadedFile } from '#testing/send-file.ts'
import { openWorld, type World } from '#testing/world.ts'

export interface Furnished {
  readonly world: World
  /** The world's server URL. */
  readonly url: string
  readonly first: UploadedFile
  readonly second: UploadedFile
}

const SAMPLE_RATE = 44_100
const SECONDS = 0.5
const project = '/api/projects/:projectId' as const
const track = `${project}/tracks/:trackId` as const

/** A bounce of half a second. */
export function bounceOf(mix: keyof typeof SONG_MIXES, encoding: 's16' | 's24' = 's16'): Uint8Array<ArrayBuffer> {
  const blocks = [...renderSong({ mix: SONG_MIXES[mix], sampleRate: SAMPLE_RATE, seconds: SECONDS })]
  return Buffer.concat([
    wavHeader({ sampleRate: SAMPLE_RATE, channels: 2, encoding, totalFrames: SECONDS * SAMPLE_RATE }),
    ...blocks.map((block) => wavSamples(block, encoding)),
  ])
}

/**
 * The world with one of everything: two versions with generated files, a version made the newest again, notes with
 * replies and files, a review round, tasks with steps, a version plan, approvals, a guest’s note, and a running upload.
 */
export async function openFurnished(settings: Readonly<Record<string, string>> = {}): Promise<Furnished> {
  const world = await openWorld({ MIN_FREE_MB: '0', ...settings })
  const url = await world.server.listen({ port: 0, host: '127.0.0.1' })
  const projectId = world.here['projectId'] ?? ''
  const ask: World['as'] = async (...asking) => {
    const answer = await world.as(...asking)
    if (answer.status >= 300) throw new Error(`${asking[1]}: ${answer.status} ${answer.raw.toString()}`)
    return answer
  }
  const first = await sendFile(url, 'ed', {
    projectId,
    title: 'Kiln',
    fileName: 'Kiln “rough” 窯.wav',
    bytes: bounceOf('rough'),
  })
  const { trackId } = first
  Object.assign(world.here, { trackId })
  const second = await sendFile(url, 'ed', {
    projectId,
    trackId,
    fileName: 'Kiln mix.wav',
    bytes: bounceOf('rough', 's24'),
    more: { changelog: 'Louder bass\nLess reverb' },
  })
  const params = { versionId: second.versionId }
  await world.work()
  await ask('ed', `POST ${track}/versions/:versionId/renditions`, { params, body: { kind: 'opus' } })
  await ask('ed', `POST ${track}/versions/:versionId/renditions`, {
    params,
    body: { kind: 'waveform', samplesPerPixel: 256, channels: 'mix' },
  })
  await ask('ed', `POST ${track}/versions/:versionId/spectrogram`, { params, body: { channels: 'mix' } })
  await ask('ed', `POST ${project}/comparisons`, { body: { versionA: first.versionId, versionB: second.versionId } })
  await world.work()
  await ask('ed', `POST ${track}/versions/:versionId/newest`, { params: { versionId: first.versionId } })

  await ask('ed', `PATCH ${track}`, {
    body: { tempo: { beatsPerMinute: 96, beatsPerBar: 4, offset: 0 }, key: 'A minor' },
  })

  const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(500, 7)])
  const file = (
    await ask('cora', `POST ${track}/attachments`, {
      query: { fileName: 'desk & cable.png' },
      body: picture,
      headers: { 'content-type': 'application/offset+octet-stream' },
    })
  ).body
  const note = (
    await ask('cora', `POST ${track}/notes`, {
      body: {
        versionId: second.versionId,
        fromSeconds: 0.1,
        toSeconds: 0.3,
        body: 'The snare is “late”, @Ed — ü',
        attachmentIds: [file.id],
        part: 'drums',
        direction: 'less',
      },
    })
  ).body
  await ask('ed', `POST ${project}/notes/:noteId/replies`, { params: { noteId: note.id }, body: { body: 'On it' } })
  await ask('ed', `PUT ${project}/notes/:noteId/reactions`, {
    params: { noteId: note.id },
    body: { emoji: '👍', chosen: true },
  })
  const task = (
    await ask('ed', `POST ${project}/tasks`, {
      body: { title: 'Move the snare', trackId, noteId: note.id, assigneeId: 'ed' },
    })
  ).body
  await ask('ed', `POST ${project}/tasks/:taskId/items`, { params: { taskId: task.id }, body: { text: 'By 12 ms' } })
  await ask('ed', `POST ${track}/starts`, { body: {} })
  const round = (await ask('ed', `POST ${track}/rounds`, { body: { versionId: second.versionId } })).body
  await ask('cora', `POST ${project}/rounds/:roundId/drafts`, {
    params: { roundId: round.id },
    body: { fromSeconds: 0.2, toSeconds: null, body: 'Sent with the round' },
  })
  await ask('cora', `POST ${project}/rounds/:roundId/send`, { params: { roundId: round.id } })
  await ask('cora', `POST ${project}/rounds/:roundId/drafts`, {
    params: { roundId: round.id },
    body: { fromSeconds: 0.4, toSeconds: null, body: 'Still a draft' },
  })
  await ask('ed', `POST ${track}/approvals`, {
    body: { versionId: second.versionId, reviewerIds: ['olga', 'cora'], message: 'Please listen', following: true },
  })
  await ask('olga', `POST ${track}/decisions`, { body: { versionId: second.versionId, decision: 'approved' } })
  await visit(world, second)
  await fetch(`${url}/api/projects/${projectId}/uploads`, {
    method: 'POST',
    headers: {
      'x-test-person': 'ed',
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-length': '10',
      'upload-metadata': `filename ${btoa('half.wav')},trackTitle ${btoa('Half')}`,
    },
    body: new Uint8Array(4),
  })
  for (const words of ['first verse', 'both verses'])
    await fetch(`${url}/api/projects/${projectId}/uploads`, {
      method: 'POST',
      headers: {
        'x-test-person': 'ed',
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-length': String(words.length),
        'upload-metadata': `filename ${btoa('Lyrics.txt')},destination ${btoa('file')},audience ${btoa('editors')}`,
      },
      body: words,
    })
  await world.work()
  return { world, url, first, second }
}

/** Gus, who has no account, opens a share link and leaves a note. */
async function visit(world: World, { versionId, trackId }: UploadedFile): Promise<void> {
  const may = { comment: true, seeNotes: true, approve: true, download: false, upload: false }
  const { body } = await world.as('ed', `POST ${project}/shares`, {
    body: { what: { kind: 'project', latestOnly: false }, may },
  })
  const guest = new GuestBrowser(world)
  await guest.open(body.items[0].url)
  await guest.say('Gus')
  const answer = await guest.ask(`POST ${track}/notes`, {
    params: { trackId },
    body: { versionId, fromSeconds: 0.25, toSeconds: null, body: 'From outside' },
  })
  if (answer.status >= 300) throw new Error(`the guest was answered ${answer.status}: ${answer.raw.toString()}`)
}
