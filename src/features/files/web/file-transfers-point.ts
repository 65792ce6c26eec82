import type { ReactNode } from 'react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { definePoint } from '#web/extension/extension-point.ts'
import type { FileVersion, ProjectFile } from '../files.contract.ts'
import type { FileAudience } from '../files.policy.ts'

/** A file on its way to the server. */
export interface FileOnItsWay {
  readonly id: string
  readonly name: string
  /** 0..1 */
  readonly share: number
  /** "Uploading · 24 MB/s · 29 s left". */
  readonly words: string
  readonly isStopped: boolean
  /** Pause, resume, cancel, and choosing the file again. */
  readonly buttons: ReactNode
}

export interface FileUploadTarget {
  /** The file of which these are new versions, under whatever name. */
  readonly fileId?: string
  /** Who can see those that are new. */
  readonly audience: FileAudience
}

/** How a project's files are uploaded and downloaded; undefined for people who may not. */
export interface FileTransfers {
  readonly onTheWay: readonly FileOnItsWay[]
  readonly onUpload: ((files: readonly File[], target: FileUploadTarget) => void) | undefined
  readonly onDownload: ((file: ProjectFile, version: FileVersion) => void) | undefined
  /** The newest version of each in one ZIP. */
  readonly onDownloadAll: ((files: readonly ProjectFile[]) => void) | undefined
  /** What the server takes; undefined until known. */
  readonly largestBytes: number | undefined
}

/** Filled by one feature. */
export const fileTransfersPoint = definePoint<ProjectDetails, FileTransfers>()

const nothing: FileTransfers = {
  onTheWay: [],
  onUpload: undefined,
  onDownload: undefined,
  onDownloadAll: undefined,
  largestBytes: undefined,
}

export function useFileTransfers(project: ProjectDetails): FileTransfers {
  return fileTransfersPoint.useParts(project)[0] ?? nothing
}
