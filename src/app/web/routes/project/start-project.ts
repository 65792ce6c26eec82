import { offerNaming } from '#features/projects/web/naming-store.ts'
import { FILE_HEAD_BYTES, fileHead } from '#features/transfers/web/upload/file-head.ts'
import { projectName } from '#features/transfers/web/upload/project-name.ts'
import { startUploads } from '#features/transfers/web/upload/start-uploads.ts'
import { transferStrings } from '#features/transfers/web/transfers.strings.ts'
import { inOrder, planUploads } from '#features/transfers/web/upload/upload-plan.ts'
import { text } from '#web/i18n/text.ts'
import { folderOf } from '#web/ui/form/dropped-files.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { mainStrings } from '../frame/main.strings.ts'
import { theQueries } from './open-queries.ts'

interface StartProject {
  readonly create: (project: {
    readonly name: string
    readonly description: string
  }) => Promise<{ readonly id: string }>
  readonly open: (projectId: string) => void
}

/**
 * Creates a project named after the files and opens it: audio becomes tracks, everything else files of the project.
 * False if none of them is audio.
 */
export async function startProject(files: readonly File[], { create, open }: StartProject): Promise<boolean> {
  const looked = await Promise.all(
    files.map(async (file) => ({ file, check: { head: await headOf(file), sha256: null } })),
  )
  const music = looked.filter(({ check: { head } }) => head.kind === 'audio' || head.kind === 'unknown')
  if (music.length === 0) {
    toast({ tone: 'error', text: text(transferStrings.noAudio, { count: files.length }) })
    return false
  }
  const name =
    projectName(music.map(({ file }) => ({ name: file.name, folder: folderOf(file) }))) ||
    (music.length > 1 ? mainStrings.untitledAlbum : mainStrings.untitled)
  const { id } = await create({ name, description: '' })
  offerNaming(id)
  open(id)
  const planned = planUploads({
    files: inOrder(files),
    checks: new Map(looked.map(({ file, check }) => [file, check])),
    choices: new Map(),
    tracks: [],
    projectName: name,
  })
  const others = planned.filter(({ target }) => target.kind === 'file').length
  if (others > 0) toast({ tone: 'plain', text: text(transferStrings.startedSplit, { count: others }) })
  await startUploads(await theQueries(), id, planned)
  return true
}

async function headOf(file: File) {
  const bytes = await file
    .slice(0, FILE_HEAD_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  return fileHead(new Uint8Array(bytes), bytes.byteLength === 0 ? 0 : file.size, file.name)
}
