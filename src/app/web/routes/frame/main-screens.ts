import { accountPartPoint } from '#features/account/web/account-points.ts'
import { organizationPartPoint } from '#features/organizations/web/organization-points.ts'
import { loadWith } from '#web/extension/extension-point.ts'

/** All pages behind the gate except the first: their chunk names load with the gate, not before sign-in. */
export const mainScreens = {
  account: () => loadWith(import('../account/AccountScreen.tsx'), [accountPartPoint]),
  admin: () => import('../account/AdminScreen.tsx'),
  inbox: () => import('../account/InboxScreen.tsx'),
  mine: () => import('../account/MineScreen.tsx'),
  organization: () => loadWith(import('../account/OrganizationScreen.tsx'), [organizationPartPoint]),
  shares: () => import('../share/SharesScreen.tsx'),
} as const
