/** Every module that declares calls: a new one is a line here, and nothing else has to know it. */
export * from './bot-calls.ts';
export * from './call-control.ts';
export * from './calls.ts';
export * from './customers.ts';
export * from './dashboard.ts';
export * from './identity.ts';
export * from './jobs.ts';
export * from './live/live.ts';
export * from './notifications.ts';
export * from './organisation.ts';
export * from './resources/branches.ts';
export * from './resources/data-sources.ts';
export * from './resources/departments.ts';
export * from './resources/projects.ts';
export * from './resources/teams.ts';
export * from './service-numbers.ts';
export * from './system-setting.ts';
