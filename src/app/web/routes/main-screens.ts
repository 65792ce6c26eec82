import { accountPartPoint } from '#features/account/web/account-points.ts'
import { organizationPartPoint } from '#features/organizations/web/organization-points.ts'
import { loadWith } from '#web/extension/extension-point.ts'

/**
 * The pages behind the gate but the first: which parts each consists of is learned with the gate, not before signing
 * in.
 */
export const mainScreens = {
  account: () => loadWith(import('./AccountScreen.tsx'), [accountPartPoint]),
  admin: () => import('./AdminScreen.tsx'),
  inbox: () => import('./InboxScreen.tsx'),
  mine: () => import('./MineScreen.tsx'),
  organization: () => loadWith(import('./OrganizationScreen.tsx'), [organizationPartPoint]),
  shares: () => import('./SharesScreen.tsx'),
} as const
