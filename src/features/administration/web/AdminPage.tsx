import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { serverFactsQuery } from '#features/account/web/account.client.ts'
import { text } from '#web/i18n/text.ts'
import { TopBar } from '#web/ui/frame/TopBar.tsx'
import { TabLinks } from '#web/ui/list/Tabs.tsx'
import { PageBody } from '#web/ui/page/PageBody.tsx'
import styles from './Administration.module.css'
import { administrationStrings } from './administration.strings.ts'

export const adminParts = ['health', 'storage', 'jobs', 'users', 'sessions', 'audit', 'outbox', 'settings'] as const
export type AdminPart = (typeof adminParts)[number]

/** The server's admin page; the current part is its child. */
export function AdminPage({ part, children }: { readonly part: AdminPart; readonly children: ReactNode }) {
  const { data: facts } = useQuery(serverFactsQuery)
  return (
    <>
      <TopBar crumbs={[{ label: administrationStrings.server }]} />
      <PageBody>
        <header className={styles.head}>
          <h1>{administrationStrings.server}</h1>
          <p className={styles.meta}>{facts && text(administrationStrings.version, { version: facts.version })}</p>
        </header>
        <TabLinks
          label={administrationStrings.server}
          tabs={adminParts.map((one) => ({
            label: administrationStrings.parts[one],
            href: `/admin/${one}`,
            current: one === part,
          }))}
        />
        {children}
      </PageBody>
    </>
  )
}
