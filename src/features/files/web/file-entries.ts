import { AudioLines, Download, Eye, MessageSquareText, Pencil, Trash2, Upload, Users } from 'lucide-react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import type { ProjectFile } from '../files.contract.ts'
import { fileAudiences } from '../files.policy.ts'
import { fileStrings } from './files.strings.ts'
import type { FileActions } from './use-file-actions.ts'

/** What can be done with a project's files; undefined for what the person may not. */
export interface FileMenuContext {
  readonly project: ProjectDetails
  readonly mayEdit: boolean
  readonly actions: FileActions
  readonly onOpen: (file: ProjectFile) => void
  readonly onDownload: ((file: ProjectFile, version: ProjectFile['newest']) => void) | undefined
  /** Opens the file picker for a new version. */
  readonly onVersion: ((file: ProjectFile) => void) | undefined
  readonly onRename: (file: ProjectFile) => void
  readonly onNote: (file: ProjectFile, version: ProjectFile['newest']) => void
}

const wholeProject = 'all'

export function fileEntries(context: FileMenuContext, file: ProjectFile): readonly MenuEntry[] {
  const { project, mayEdit, actions, onOpen, onDownload, onVersion, onRename, onNote } = context
  return [
    { kind: 'action', label: fileStrings.preview, icon: Eye, onSelect: () => onOpen(file) },
    onDownload && {
      kind: 'action',
      label: fileStrings.download,
      icon: Download,
      onSelect: () => onDownload(file, file.newest),
    },
    onVersion && { kind: 'action', label: fileStrings.upload, icon: Upload, onSelect: () => onVersion(file) },
    mayEdit && { kind: 'separator' },
    mayEdit && {
      kind: 'action',
      label: fileStrings.rename,
      icon: Pencil,
      keys: 'F2',
      movesFocus: true,
      onSelect: () => onRename(file),
    },
    mayEdit && {
      kind: 'action',
      label: fileStrings.note,
      icon: MessageSquareText,
      movesFocus: true,
      onSelect: () => onNote(file, file.newest),
    },
    mayEdit && {
      kind: 'submenu',
      label: fileStrings.columns.track,
      icon: AudioLines,
      entries: [
        {
          kind: 'choice',
          value: file.trackId ?? wholeProject,
          options: [
            { value: wholeProject, label: fileStrings.allTracks },
            ...project.tracks.map(({ id, title }) => ({ value: id, label: title })),
          ],
          onValueChange: (value) => actions.change(file, { trackId: value === wholeProject ? null : value }),
        },
      ],
    },
    mayEdit && {
      kind: 'submenu',
      label: fileStrings.audienceMenu,
      icon: Users,
      entries: [
        {
          kind: 'choice',
          value: file.audience,
          options: fileAudiences.map((value) => ({ value, label: fileStrings.audience[value] })),
          onValueChange: (value) => {
            const audience = fileAudiences.find((one) => one === value)
            if (audience) actions.change(file, { audience })
          },
        },
      ],
    },
    mayEdit && { kind: 'separator' },
    mayEdit && {
      kind: 'action',
      label: fileStrings.delete,
      icon: Trash2,
      tone: 'danger',
      onSelect: () => actions.remove(file),
    },
  ]
}
