import { useQuery } from '@tanstack/react-query'
import type { ProjectFile } from '#features/files/files.contract.ts'
import { projectFilesQuery } from '#features/files/web/files.client.ts'
import { downloadUrl } from '#features/files/web/file-urls.ts'
import type { TransferEngine } from '#features/transfers/web/transfer-engine.ts'
import { hasStatus } from '#web/api/failed-request.ts'

/** The files that a link gives, if it gives any. One that was switched off while the page was open shows none. */
export function useGuestFiles(address: string, enabled: boolean, openEngine: () => Promise<TransferEngine>) {
  const { data, error, refetch } = useQuery({ ...projectFilesQuery(address), enabled })
  const isOff = !enabled || hasStatus(error, 403)
  const onDownload = async ({
    id: fileId,
    name: filename,
    newest: { id: versionId, sha256, sizeBytes },
  }: ProjectFile) =>
    (await openEngine()).download({
      projectId: address,
      trackId: null,
      versionId: null,
      filename,
      path: downloadUrl({ projectId: address, fileId, versionId }),
      sha256,
      sizeBytes,
    })
  return {
    all: isOff ? [] : (data ?? []),
    shown: isOff
      ? undefined
      : {
          files: data,
          error,
          onRetry: () => void refetch(),
          onDownload: (file: ProjectFile) => void onDownload(file),
        },
  }
}
