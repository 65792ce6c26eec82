import type { Demand, Policy, Role } from '#shared/roles.ts'

const demands = new Map<string, Role | Demand>()

/** Collects the features' policies at start. A route that names an unknown action is never served. */
export function addPolicy(policy: Policy): void {
  for (const [action, demand] of Object.entries(policy)) demands.set(action, demand)
}

/** `route`, if given, is named when no policy has the action. */
export function policyDemand(action: string, route?: string): Role | Demand {
  const demand = demands.get(action)
  if (!demand) throw new Error(`${route ? `${route}: ` : ''}no policy names the action ${action}`)
  return demand
}
