import { useQuery } from '@tanstack/react-query'
import type { projectRoutes } from '#features/projects/projects.contract.ts'
import { client } from '#web/api/api-client.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { TextLink } from '#web/ui/TextLink.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import styles from './Administration.module.css'
import { countedBytes, QuotaMeter } from './QuotaMeter.tsx'
import { administrationStrings } from './administration.strings.ts'
import { quotaStrings as strings } from './quota.strings.ts'

const projectApi = client<typeof projectRoutes>()

/** In a project's settings: what its files use, and the quota. */
export default function ProjectStorage({ projectId, name }: { readonly projectId: string; readonly name: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['project', projectId, 'storage'],
    queryFn: ({ signal }) => projectApi('GET /api/projects/:projectId/storage', { params: { projectId }, signal }),
  })
  return (
    <section className={styles.storage}>
      <h2>{strings.heading}</h2>
      {data ? (
        <>
          <QuotaMeter name={name} usedBytes={countedBytes(data)} quotaBytes={data.quotaBytes} />
          <p className={styles.meta}>
            {(['originals', 'files', 'attachments', 'uploads'] as const)
              .filter((kind) => data[kind] > 0)
              .map((kind) => `${administrationStrings.kinds[kind]} ${formatBytes(data[kind])}`)
              .concat(data.trashed > 0 ? [text(strings.trashed, { size: formatBytes(data.trashed) })] : [])
              .join(' · ')}
          </p>
          {data.organization && (
            <>
              <p className={styles.meta}>{text(strings.ofOrganization, { name: data.organization.name })}</p>
              <QuotaMeter
                name={data.organization.name}
                usedBytes={data.organization.usedBytes}
                quotaBytes={data.organization.quotaBytes}
              />
            </>
          )}
          <p className={styles.dim}>
            {strings.counts} {data.trashed > 0 && <TextLink href="/trash">{strings.toTrash}</TextLink>}
          </p>
        </>
      ) : error ? (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(strings.failed, { reason: reasonOf(error) })}
        </ErrorView>
      ) : (
        <SkeletonGroup>
          <Skeleton height={24} width={200} />
          <Skeleton height={16} />
        </SkeletonGroup>
      )}
    </section>
  )
}
