import type { me, ResultOf } from '@alo/contract';

/** Who has signed in, with the rights of a super-admin unless others are named, and an extension. */
export function personWith(permissions?: readonly string[]): ResultOf<typeof me> {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Nguyễn Thị Lan',
    email: 'lan@demo.local',
    phone: '',
    roles: [
      permissions === undefined
        ? { name: 'super-admin', permissions: [] }
        : { name: 'agent', permissions: [...permissions] },
    ],
    ma_dn: 'demo',
    tenant_name: 'Công ty Demo',
    time_zone: 'Asia/Ho_Chi_Minh',
    status_activity: 1,
    status_reason: '',
    status_since: '2026-11-20T02:00:00Z',
    status_by: '',
    softphone: {
      username_telecom: '101',
      domain_telecom: 'demo.alo',
      password_telecom: 'secret',
      extentions_number: '101',
      tenant_domain: 'demo.alo',
      extension_password: 'secret',
      ice_servers: [],
      shop_key: '',
      sip_address: '',
    },
    carriers: [],
    features: [],
    trial_until: null,
    density: 'normal',
    preferences: {
      scheme: 'auto',
      menu: 'open',
      ringtone: 'soft',
      columns: {},
      favourites: [],
      menu_groups: {},
      pins: [],
      guide: 'open',
    },
    must_set_up_second_factor: false,
    second_factor_from: null,
    operates: false,
    looked_as: null,
  };
}
