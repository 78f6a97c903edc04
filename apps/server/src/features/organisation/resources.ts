import { served } from '../../resource/served.ts';
import { branch } from './branches.ts';
import { dataSource } from './data-sources.ts';
import { department } from './departments.ts';
import { profileStatus } from './profile-statuses.ts';
import { project } from './projects.ts';
import { team } from './teams.ts';

/** The resources of this feature. */
export const organisationResources = [
  served(branch),
  served(department),
  served(team),
  served(dataSource),
  served(project),
  served(profileStatus),
];
