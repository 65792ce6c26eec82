import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { meQuery } from '#features/account/web/account.client.ts'
import { versionedName } from '#features/files/file-kinds.ts'
import { filePolicy } from '#features/files/files.policy.ts'
import type { FileTransfers, FileUploadTarget } from '#features/files/web/file-transfers-point.ts'
import { downloadUrl } from '#features/files/web/file-urls.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { allows } from '#shared/roles.ts'
import { handleOf } from '#web/ui/form/dropped-files.ts'
import { transferPolicy } from '../transfers.policy.ts'
import { archiveOf } from './download/files-archive.ts'
import { openTransfers, useTransferEngine } from './page-transfers.ts'
import { ChooseFileAgain, TransferButtons } from './panel/TransferRow.tsx'
import { isStopped, transferWords } from './panel/transfer-words.ts'
import type { Transfer } from './panel/transfers-store.ts'
import type { TransferEngine } from './transfer-engine.ts'
import { uploadAllowanceQuery } from './transfers.client.ts'

/** Files that are no bounces go by the same uploads and downloads, and appear in their list from the first second. */
export function useTransfersOfFiles(project: ProjectDetails): FileTransfers {
  const queries = useQueryClient()
  const { data: me } = useQuery(meQuery)
  const engine = useTransferEngine(me?.id)
  const transfers = useTransfersOf(engine)
  const mayUpload = project.archivedAt === null && allows(project, transferPolicy['upload.add'])
  const { data: allowance } = useQuery({ ...uploadAllowanceQuery(project.id), enabled: mayUpload })
  const { id: projectId } = project
  return {
    onTheWay: engine
      ? transfers.filter((one) => isOnItsWay(one, projectId)).map((transfer) => onItsWay(engine, transfer))
      : [],
    onUpload: mayUpload
      ? async (files, target) => upload(await openTransfers(queries), projectId, files, target)
      : undefined,
    onDownload: allows(project, filePolicy['file.download'])
      ? async ({ id: fileId, name, versionCount }, { id, number, sha256, sizeBytes }) => {
          const filename = number === versionCount ? name : versionedName(name, number)
          const path = downloadUrl({ projectId, fileId, versionId: id })
          ;(await openTransfers(queries)).download({
            projectId,
            trackId: null,
            versionId: null,
            filename,
            path,
            sha256,
            sizeBytes,
          })
        }
      : undefined,
    onDownloadAll: allows(project, filePolicy['file.download'])
      ? async (files) => {
          ;(await openTransfers(queries)).download(archiveOf(project, files, 'none'))
        }
      : undefined,
    largestBytes: allowance?.largestFileBytes,
  }
}

async function upload(
  engine: TransferEngine,
  projectId: string,
  files: readonly File[],
  { fileId, audience }: FileUploadTarget,
): Promise<void> {
  const handles = await Promise.all(files.map(handleOf))
  engine.upload(
    files.map((file, at) => {
      const handle = handles[at]
      return {
        projectId,
        file,
        target: { destination: { audience, ...(fileId !== undefined && { fileId }) } },
        ...(handle && { handle }),
      }
    }),
  )
}

function isOnItsWay({ kind, projectId, fileId, status }: Transfer, here: string): boolean {
  return kind === 'upload' && projectId === here && fileId !== undefined && status !== 'completed'
}

function onItsWay(engine: TransferEngine, transfer: Transfer): FileTransfers['onTheWay'][number] {
  return {
    id: transfer.id,
    name: transfer.filename,
    share: transfer.progress / 100,
    words: transferWords(transfer),
    isStopped: isStopped(transfer),
    buttons: (
      <>
        {transfer.can.chooseFile && <ChooseFileAgain engine={engine} transfer={transfer} />}
        <TransferButtons engine={engine} transfer={transfer} />
      </>
    ),
  }
}

const none: readonly Transfer[] = []
const never = () => () => undefined

function useTransfersOf(engine: TransferEngine | null): readonly Transfer[] {
  return useSyncExternalStore(engine?.store.subscribe ?? never, engine?.store.list ?? (() => none))
}
