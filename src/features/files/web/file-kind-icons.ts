import {
  AudioWaveform,
  File,
  FileArchive,
  FileAudio,
  FileImage,
  FileMusic,
  FileSliders,
  FileText,
  FileVideo,
  type LucideIcon,
} from 'lucide-react'
import type { FileKind } from '../file-kinds.ts'

export const fileKindIcons: Readonly<Record<FileKind, LucideIcon>> = {
  stems: AudioWaveform,
  session: FileSliders,
  document: FileText,
  picture: FileImage,
  midi: FileMusic,
  audio: FileAudio,
  video: FileVideo,
  archive: FileArchive,
  other: File,
}
