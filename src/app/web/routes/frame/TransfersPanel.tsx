import { useQueries } from '@tanstack/react-query'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import type { TransferEngine } from '#features/transfers/web/transfer-engine.ts'
import { TransferPanel, useTransfers } from '#features/transfers/web/panel/TransferPanel.tsx'
import type { Transfer } from '#features/transfers/web/panel/transfers-store.ts'
import { UploadedFile } from '../project/UploadedFile.tsx'
import { UploadedVersion } from '../project/UploadedVersion.tsx'

export default function TransfersPanel({ engine }: { readonly engine: TransferEngine }) {
  const transfers = useTransfers(engine.store)
  return <TransferPanel engine={engine} renderVersion={renderVersion} isPending={useChecking(transfers)} />
}

const renderVersion = (transfer: Transfer) =>
  transfer.fileId === undefined ? <UploadedVersion transfer={transfer} /> : <UploadedFile transfer={transfer} />

/** Whether a version that came with one of these uploads is still being checked. */
function useChecking(transfers: readonly Transfer[]): boolean {
  const uploaded = transfers.filter(({ kind, versionId }) => kind === 'upload' && versionId !== null)
  const projects = useQueries({
    queries: [...new Set(uploaded.map(({ projectId }) => projectId))].map((id) => projectDetailsQuery(id)),
  })
  return uploaded.some(({ versionId }) =>
    projects.some(({ data }) => data?.trackVersions.some(({ id, state }) => id === versionId && state === 'checking')),
  )
}
