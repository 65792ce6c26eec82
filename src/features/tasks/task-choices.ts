/** From first to done, and from least to most pressing: apart from the contract, whose shapes no page carries. */
export const taskStates = ['todo', 'doing', 'fixed', 'verified'] as const
export type TaskState = (typeof taskStates)[number]
export const taskPriorities = ['low', 'normal', 'high', 'urgent'] as const
export type TaskPriority = (typeof taskPriorities)[number]
