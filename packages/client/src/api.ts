// Made from the contract by `npx vitest run apps/server/src/http/docs/client-types.test.ts -u`.
export interface paths {
    "/api/{ma_dn}/bot-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a bot call one of the service numbers through the loopback trunk */
        post: operations["startBotCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{ma_dn}/histories-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Call history, newest first; one row a conversation */
        get: operations["historiesCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{ma_dn}/call-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A signed link that calls a number or a customer from another system’s page; good in this company, for a time */
        post: operations["createCallLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{ma_dn}/program/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Call somebody for one of ours: their phone (or the number outside where they are) rings first, then who was asked for. With an Idempotency-Key asking again calls nobody twice */
        post: operations["programCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{ma_dn}/program/calls/between": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Call a number outside and, once somebody answers, connect them with another: by the outbound rules that are for everybody */
        post: operations["programCallBetween"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{ma_dn}/program/calls/{id}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send the other party on; the agent leaves */
        post: operations["programTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{ma_dn}/program/calls/{id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Have the agent hold the conversation, or go on */
        post: operations["programHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{ma_dn}/program/calls/{id}/park": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Leave the other party in a numbered place */
        post: operations["programPark"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{ma_dn}/program/calls/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Press keys for the other side */
        post: operations["programKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{ma_dn}/program/calls/{id}/listen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ring a supervisor, who listens to the conversation unheard: one who may listen to this agent */
        post: operations["programListen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{ma_dn}/program/calls/{id}/hang-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a call for everybody, whether it is talked or rings */
        post: operations["programHangUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{ma_dn}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened in the company after a number, in order: calls ring, are answered, held, sent on and end, recordings are there, queues are entered and left, agents change status. Kept for 7 days; with `wait` it answers as soon as something has happened */
        get: operations["readEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{ma_dn}/get-data-filter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List customers */
        get: operations["customersList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{ma_dn}/customer/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of customers */
        get: operations["customersGet"];
        /** Change one of customers */
        put: operations["customersUpdate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{ma_dn}/customer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add to customers */
        post: operations["customersCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{ma_dn}/voice-otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Call a number and say a one-time password digit by digit; 1 says it again. Without a code one is made, to be checked by `verify`. With an Idempotency-Key asking again calls nobody twice */
        post: operations["askOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{ma_dn}/voice-otp/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Whether a code is the one that we made: right once, until it expires, and after 5 wrong ones never */
        post: operations["verifyOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{ma_dn}/voice-otp/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far it has come with a one-time password */
        get: operations["otpRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        CallDirection: "inbound" | "outbound" | "internal";
        CallRow: {
            /**
             * Format: uuid
             * @example 01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11
             */
            id: string;
            direction: components["schemas"]["CallDirection"];
            /**
             * @default people
             * @enum {string}
             */
            purpose: "people" | "campaign" | "survey" | "otp" | "test";
            status: components["schemas"]["CallStatus"];
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            started_at: string;
            answered_at: string | null;
            ended_at: string | null;
            phone: string;
            customer_id: string | null;
            customer_name: string | null;
            hotline: string;
            dialled: string;
            extension: string;
            agent_name: string | null;
            /** @default  */
            others: string;
            caller_extension: string;
            caller_name: string | null;
            wait_seconds: number;
            talk_seconds: number;
            total_seconds: number;
            cause: string;
            /** @default null */
            network_said: components["schemas"]["NetworkWord"] | null;
            /** @default  */
            broken: string;
            /** @default  */
            name_prefix: string;
            recording: components["schemas"]["RecordingState"];
            /** @default null */
            recording_refused_after: number | null;
            /** @default  */
            queues: string;
            /** @default null */
            mos: number | null;
            /** @default false */
            poor: boolean;
            /** @default null */
            voices: {
                agent_percent: number | null;
                overtalk_percent: number | null;
                dead_air_seconds: number;
                longest_silence_seconds: number;
            } | null;
            /** @default null */
            outcome: string | null;
            /** @default null */
            outcome_name: string | null;
            /** @default [] */
            tags: components["schemas"]["CallTag"][];
        };
        /** @enum {string} */
        CallStatus: "in_progress" | "answered" | "missed" | "abandoned" | "cancelled" | "busy" | "no_answer" | "failed" | "blocked" | "voicemail" | "callback" | "stopped_ivr";
        CallTag: {
            /**
             * Format: uuid
             * @example 01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11
             */
            id: string;
            name: string;
            colour: string;
        };
        /** @enum {string} */
        NetworkWord: "unreachable" | "suspended" | "wrong-number" | "busy" | "no-answer" | "other";
        OtpRow: {
            /**
             * Format: uuid
             * @example 01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11
             */
            id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            created_at: string;
            phone: string;
            state: components["schemas"]["OtpState"];
            reason: string;
            attempts: number;
            tries: number;
            next_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            expires_at: string;
            ended_at: string | null;
            seconds: number;
            number: string;
            call_id: string | null;
            generated: boolean;
            verified_at: string | null;
            ref: string;
            asked_by: string;
            test: boolean;
        };
        /** @enum {string} */
        OtpState: "asked" | "calling" | "heard" | "verified" | "cut" | "busy" | "no_answer" | "failed" | "expired";
        /** @enum {string} */
        RecordingState: "none" | "open" | "ready" | "incomplete" | "no-space" | "failed" | "no-room" | "dropped";
        WebhookBody: {
            /**
             * Format: uuid
             * @example 01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11
             */
            id: string;
            event: components["schemas"]["WebhookEvent"] | "test";
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            created_at: string;
            company: string;
            number: number | null;
            at: string | null;
            data: {
                call: components["schemas"]["CallRow"];
                detail: {
                    [key: string]: unknown;
                };
            } | {
                otp: components["schemas"]["OtpRow"];
            } | {
                detail: {
                    [key: string]: unknown;
                };
            } | {
                ids: string[];
            } | {
                text: string;
            };
        };
        /** @enum {string} */
        WebhookEvent: "call.started" | "call.ringing" | "call.answered" | "call.joined" | "call.held" | "call.resumed" | "call.transferred" | "queue.entered" | "queue.left" | "call.ended" | "call.missed" | "call.voicemail" | "call.recorded" | "call.recording-refused" | "agent.status" | "voice-otp.ended" | "survey.answered" | "automation.ran" | "customer.changed" | "mailed-reports.changed" | "shifts.changed" | "score-sheets.changed" | "sampling-rules.changed" | "kpis.changed" | "campaign.changed" | "survey-categories.changed" | "survey-question.changed" | "survey-campaign.changed" | "automations.changed" | "message-templates.changed" | "message-providers.changed" | "departments.changed" | "teams.changed" | "branchs.changed" | "data-sources.changed" | "projects.changed" | "profile-status.changed" | "call-outcomes.changed" | "call-tags.changed" | "customer-fields.changed" | "accounts.changed" | "trunks.changed" | "numbers.changed" | "subscribers.changed" | "groups.changed" | "inbounds.changed" | "outbound.changed" | "list-of-blocked-incoming-numbers.changed" | "list-of-blocked-out-numbers.changed" | "roles.changed" | "devices.changed" | "ringgroup.changed" | "queue.changed" | "ivr-details.changed" | "notifications.changed" | "conditions.changed" | "customer-conditions.changed" | "code-questions.changed" | "time-groups.changed" | "greeting.changed" | "music-on-holds.changed" | "last-calls.changed" | "voicemail-boxes.changed" | "voice-otp-number.changed" | "api-keys.changed" | "webhooks.changed";
        /** @enum {string} */
        AskedPurpose: "people" | "campaign" | "survey" | "otp" | "test" | "counted" | "all";
        BotScript: {
            /**
             * @default khach-1
             * @enum {string}
             */
            voice: "khach-1" | "khach-2" | "silent";
            /** @default  */
            digits: string;
            /** @default 30 */
            seconds: number;
        };
        CallRequest: {
            /** Format: uuid */
            request_id?: string;
        };
        CustomersInput: {
            /** @example Kinh doanh */
            name: string;
            /**
             * @default
             * @example KD-01
             */
            code?: string;
            /** @example 0901234567 */
            phone: string;
            /** @default [] */
            phones?: string[];
            /** @default  */
            email?: string;
            /** @default  */
            address?: string;
            /** @default  */
            zalo?: string;
            /** @default  */
            facebook?: string;
            /** Format: uuid */
            status: string;
            /** @default null */
            data_source_id?: string | null;
            /** @default null */
            project_id?: string | null;
            /** @default null */
            user_id?: string | null;
            /** @default  */
            note?: string;
            /** @default  */
            note_in_calling?: string;
            /** @default false */
            do_not_call?: boolean;
            /** @default {} */
            own?: {
                [key: string]: string | number | string[] | null;
            };
        };
        CustomersRow: {
            /** @example Kinh doanh */
            name: string;
            /**
             * @default
             * @example KD-01
             */
            code: string;
            phone: string;
            /** @default [] */
            phones: string[];
            /** @default  */
            email: string;
            /** @default  */
            address: string;
            /** @default  */
            zalo: string;
            /** @default  */
            facebook: string;
            /** Format: uuid */
            status: string;
            /** @default null */
            data_source_id: string | null;
            /** @default null */
            project_id: string | null;
            /** @default null */
            user_id: string | null;
            /** @default  */
            note: string;
            /** @default  */
            note_in_calling: string;
            /** @default false */
            do_not_call: boolean;
            /** @default {} */
            own: {
                [key: string]: string | number | string[] | null;
            };
            is_status: string;
            status_colour: string;
            is_datasource: string | null;
            is_project: string | null;
            user_name: string | null;
            last_call_at: string | null;
            next_call_at: string | null;
            /**
             * Format: uuid
             * @example 01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11
             */
            id: string;
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            updated_at: string;
        };
        ProblemBody: {
            code: string;
            message: string;
            /** @default  */
            request_id: string;
            /** @default {} */
            fields: {
                [key: string]: string;
            };
            /** @default [] */
            used_by: components["schemas"]["UsedBy"][];
            current?: unknown;
        };
        /** @enum {string} */
        Promise: "due" | "later" | "none";
        /** @enum {string} */
        QueueWait: "0-5" | "5-10" | "10-20" | "20-30" | "30-60" | "60-120" | "120-300" | "300-";
        Requested: {
            call_id: string | null;
            slot: string | null;
        };
        UsedBy: {
            kind: string;
            name: string;
            id: string;
        };
    };
    responses: {
        /** @description `invalid_request`: Yêu cầu không hợp lệ; `wrong_credentials`: Mã doanh nghiệp, tên đăng nhập hoặc mật khẩu không đúng; `wrong_code`: Mã xác thực không đúng hoặc đã dùng rồi; `provider_failed`: Không đăng nhập được bằng tài khoản công ty */
        Problem400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "invalid_request",
                 *       "message": "Yêu cầu không hợp lệ",
                 *       "request_id": "01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11",
                 *       "fields": {},
                 *       "used_by": []
                 *     }
                 */
                "application/json": components["schemas"]["ProblemBody"];
            };
        };
        /** @description `choose_company`: Tài khoản này có ở nhiều công ty, hãy chọn một; `second_factor_needed`: Cần thêm một bước xác thực; `conflict`: Dữ liệu đã được người khác thay đổi trong lúc bạn sửa; `duplicate`: Dữ liệu đã tồn tại; `in_use`: Không xoá được vì đang được sử dụng; `refuses_advertising`: Khách hàng này đã từ chối quảng cáo; `over_share`: Doanh nghiệp đã dùng hết phần được cấp; `call_refused`: Không thực hiện được thao tác này với cuộc gọi; `draft_broken`: Không áp dụng được: cấu hình đã khác đi; `not_in_draft`: Việc này không soạn nháp được: hãy thoát soạn nháp rồi làm lại; `request_running`: Yêu cầu trước đó với cùng Idempotency-Key chưa có kết quả */
        Problem409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "choose_company",
                 *       "message": "Tài khoản này có ở nhiều công ty, hãy chọn một",
                 *       "request_id": "01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11",
                 *       "fields": {},
                 *       "used_by": []
                 *     }
                 */
                "application/json": components["schemas"]["ProblemBody"];
            };
        };
        /** @description `second_factor_required`: Hãy thiết lập xác thực hai bước rồi đăng nhập lại; `forbidden`: Bạn không có quyền thực hiện thao tác này; `wrong_network`: Khoá này không dùng được từ địa chỉ mạng của bạn; `look_only`: Bạn đang xem như người khác: chỉ xem được, không thay đổi được gì; `not_licensed`: Công ty chưa đăng ký tính năng này, hoặc đã hết hạn sử dụng; `sign_up_closed`: Hệ thống này không mở đăng ký. Hãy liên hệ đơn vị vận hành để có tài khoản */
        Problem403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "second_factor_required",
                 *       "message": "Hãy thiết lập xác thực hai bước rồi đăng nhập lại",
                 *       "request_id": "01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11",
                 *       "fields": {},
                 *       "used_by": []
                 *     }
                 */
                "application/json": components["schemas"]["ProblemBody"];
            };
        };
        /** @description `unauthenticated`: Phiên làm việc hết hạn. Vui lòng đăng nhập lại ! */
        Problem401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "unauthenticated",
                 *       "message": "Phiên làm việc hết hạn. Vui lòng đăng nhập lại !",
                 *       "request_id": "01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11",
                 *       "fields": {},
                 *       "used_by": []
                 *     }
                 */
                "application/json": components["schemas"]["ProblemBody"];
            };
        };
        /** @description `not_found`: Không tìm thấy dữ liệu, có thể đã bị xoá */
        Problem404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "not_found",
                 *       "message": "Không tìm thấy dữ liệu, có thể đã bị xoá",
                 *       "request_id": "01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11",
                 *       "fields": {},
                 *       "used_by": []
                 *     }
                 */
                "application/json": components["schemas"]["ProblemBody"];
            };
        };
        /** @description `dead_link`: Liên kết này đã dùng rồi hoặc đã hết hạn. Hãy xin một liên kết mới; `events_gone`: Các sự kiện sau số này không còn được giữ. Hãy đọc lại dữ liệu rồi đi tiếp từ số mới */
        Problem410: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "dead_link",
                 *       "message": "Liên kết này đã dùng rồi hoặc đã hết hạn. Hãy xin một liên kết mới",
                 *       "request_id": "01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11",
                 *       "fields": {},
                 *       "used_by": []
                 *     }
                 */
                "application/json": components["schemas"]["ProblemBody"];
            };
        };
        /** @description `too_large`: Dữ liệu gửi lên quá lớn */
        Problem413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "too_large",
                 *       "message": "Dữ liệu gửi lên quá lớn",
                 *       "request_id": "01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11",
                 *       "fields": {},
                 *       "used_by": []
                 *     }
                 */
                "application/json": components["schemas"]["ProblemBody"];
            };
        };
        /** @description `unsupported_media_type`: Định dạng dữ liệu không được hỗ trợ */
        Problem415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "unsupported_media_type",
                 *       "message": "Định dạng dữ liệu không được hỗ trợ",
                 *       "request_id": "01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11",
                 *       "fields": {},
                 *       "used_by": []
                 *     }
                 */
                "application/json": components["schemas"]["ProblemBody"];
            };
        };
        /** @description `invalid_input`: Dữ liệu chưa hợp lệ, vui lòng kiểm tra lại; `key_reused`: Idempotency-Key này đã dùng cho một yêu cầu khác */
        Problem422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "invalid_input",
                 *       "message": "Dữ liệu chưa hợp lệ, vui lòng kiểm tra lại",
                 *       "request_id": "01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11",
                 *       "fields": {
                 *         "name": "Thông tin không được để trống"
                 *       },
                 *       "used_by": []
                 *     }
                 */
                "application/json": components["schemas"]["ProblemBody"];
            };
        };
        /** @description `too_many_requests`: Bạn thao tác quá nhanh, vui lòng thử lại sau ít giây */
        Problem429: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "too_many_requests",
                 *       "message": "Bạn thao tác quá nhanh, vui lòng thử lại sau ít giây",
                 *       "request_id": "01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11",
                 *       "fields": {},
                 *       "used_by": []
                 *     }
                 */
                "application/json": components["schemas"]["ProblemBody"];
            };
        };
        /** @description `internal`: Có lỗi xảy ra , vui lòng thử lại */
        Problem500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "internal",
                 *       "message": "Có lỗi xảy ra , vui lòng thử lại",
                 *       "request_id": "01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11",
                 *       "fields": {},
                 *       "used_by": []
                 *     }
                 */
                "application/json": components["schemas"]["ProblemBody"];
            };
        };
        /** @description `unavailable`: Hệ thống đang bận, vui lòng thử lại sau ít giây */
        Problem503: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "unavailable",
                 *       "message": "Hệ thống đang bận, vui lòng thử lại sau ít giây",
                 *       "request_id": "01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11",
                 *       "fields": {},
                 *       "used_by": []
                 *     }
                 */
                "application/json": components["schemas"]["ProblemBody"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    startBotCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 0901234567 */
                    from: string;
                    to: string;
                    /**
                     * @default {
                     *       "voice": "khach-1",
                     *       "digits": "",
                     *       "seconds": 30
                     *     }
                     */
                    script?: components["schemas"]["BotScript"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    historiesCall: {
        parameters: {
            query?: {
                /** @description Page, from 1 */
                page?: number;
                /** @description Rows on a page; more than 1000 are given in pages of that size */
                per_page?: number;
                /** @description Words to look for, with or without accents */
                search?: string;
                /** @description Column to sort by, `-` before it for descending */
                sort?: string;
                /** @description Only those whose from is this */
                from?: string;
                /** @description Only those whose to is this */
                to?: string;
                /** @description Only those whose direction is this */
                direction?: components["schemas"]["CallDirection"];
                /** @description Only those whose status is this */
                status?: components["schemas"]["CallStatus"];
                /** @description Only those whose purpose is this */
                purpose?: components["schemas"]["AskedPurpose"];
                /** @description Only those whose extension is this */
                extension?: string;
                /** @description Only those whose refused is this */
                refused?: "1";
                /** @description Only those whose broken is this */
                broken?: "1";
                /** @description Only those whose network said is this */
                network_said?: components["schemas"]["NetworkWord"];
                /** @description Only those whose quality is this */
                quality?: "poor";
                /** @description Only those whose recording refused is this */
                recording_refused?: "1";
                /** @description Only those whose department is this */
                department_id?: string | "none";
                /** @description Only those whose team is this */
                team_id?: string | "none";
                /** @description Only those whose queue is this */
                queue_id?: string;
                /** @description Only those whose queue outcome is this */
                queue_outcome?: "answered" | "abandoned" | "timed-out" | "left-elsewhere" | "called-back" | "turned-away";
                /** @description Only those whose queue wait is this */
                queue_wait?: components["schemas"]["QueueWait"];
                /** @description Only those whose ivr path is this */
                ivr_path?: string;
                /** @description Only those whose survey score is this */
                survey_score?: "1" | "2" | "3" | "4" | "5" | "none";
                /** @description Only those whose hour is this */
                hour?: "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "11" | "12" | "13" | "14" | "15" | "16" | "17" | "18" | "19" | "20" | "21" | "22" | "23";
                /** @description Only those whose weekday is this */
                weekday?: "1" | "2" | "3" | "4" | "5" | "6" | "7";
                /** @description Only those whose transferred is this */
                transferred?: "1";
                /** @description Only those whose transferred to is this */
                transferred_to?: string;
                /** @description Only those whose measured is this */
                measured?: "1";
                /** @description Only those whose outcome is this */
                outcome?: string;
                /** @description Only those whose without outcome is this */
                without_outcome?: "1";
                /** @description Only those whose tag is this */
                tag_id?: string;
                /** @description Only those whose campaign is this */
                campaign_id?: string;
                /** @description Only those whose project is this */
                project_id?: string;
                /** @description Only those whose service number is this */
                service_number_id?: string;
                /** @description Only those whose account is this */
                account_id?: string;
                /** @description Only those whose trunk is this */
                trunk_id?: string;
                /** @description Only those whose carrier is this */
                carrier?: string;
                /** @description Only those whose said is this */
                said?: string;
                /** @description Only those whose page size is this */
                page_size?: number;
            };
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CallRow"][];
                        total: number;
                        /** @default false */
                        total_capped: boolean;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            410: components["responses"]["Problem410"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createCallLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 0901234567 */
                    phone: string;
                    /** @default 3600 */
                    expires_in_seconds?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-21T08:00:00.000Z
                         */
                        expires_at: string;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    programCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    request_id?: string;
                    agent: string;
                    to: string;
                    phone?: string;
                    /**
                     * @description Call also who refuses advertising: for something else
                     * @default false
                     */
                    anyway?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Requested"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    programCallBetween: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    request_id?: string;
                    from: string;
                    to: string;
                    showing?: string;
                    /**
                     * @description Call also who refuses advertising: for something else
                     * @default false
                     */
                    anyway?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Requested"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    programTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
                /** @description Which one */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    request_id?: string;
                    agent: string;
                    to: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Requested"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    programHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
                /** @description Which one */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    request_id?: string;
                    agent: string;
                    on: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Requested"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    programPark: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
                /** @description Which one */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    request_id?: string;
                    agent: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Requested"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    programKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
                /** @description Which one */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    request_id?: string;
                    agent: string;
                    digits: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Requested"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    programListen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
                /** @description Which one */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    request_id?: string;
                    agent: string;
                    supervisor: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Requested"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    programHangUp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
                /** @description Which one */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Requested"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readEvents: {
        parameters: {
            query?: {
                /** @description Only those whose after is this */
                after?: number;
                /** @description Only those whose limit is this */
                limit?: number;
                /** @description Only those whose wait is this */
                wait?: number;
                /** @description Only those whose types is this */
                types?: string;
            };
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: ({
                            number: number;
                            /** @constant */
                            type: "call.started";
                            /**
                             * Format: date-time
                             * @example 2026-11-21T08:00:00.000Z
                             */
                            at: string;
                            detail: Record<string, never>;
                            call: components["schemas"]["CallRow"];
                        } | {
                            number: number;
                            /** @constant */
                            type: "call.ringing";
                            /**
                             * Format: date-time
                             * @example 2026-11-21T08:00:00.000Z
                             */
                            at: string;
                            detail: {
                                extension: string | null;
                            };
                            call: components["schemas"]["CallRow"];
                        } | {
                            number: number;
                            /** @constant */
                            type: "call.answered";
                            /**
                             * Format: date-time
                             * @example 2026-11-21T08:00:00.000Z
                             */
                            at: string;
                            detail: {
                                extension: string | null;
                            };
                            call: components["schemas"]["CallRow"];
                        } | {
                            number: number;
                            /** @constant */
                            type: "call.joined";
                            /**
                             * Format: date-time
                             * @example 2026-11-21T08:00:00.000Z
                             */
                            at: string;
                            detail: {
                                extension: string;
                                /** @enum {string} */
                                how: "answered" | "transfer" | "consultation" | "conference" | "pick-up" | "take-over";
                            };
                            call: components["schemas"]["CallRow"];
                        } | {
                            number: number;
                            /** @constant */
                            type: "call.held";
                            /**
                             * Format: date-time
                             * @example 2026-11-21T08:00:00.000Z
                             */
                            at: string;
                            detail: {
                                extension: string;
                            };
                            call: components["schemas"]["CallRow"];
                        } | {
                            number: number;
                            /** @constant */
                            type: "call.resumed";
                            /**
                             * Format: date-time
                             * @example 2026-11-21T08:00:00.000Z
                             */
                            at: string;
                            detail: {
                                extension: string;
                            };
                            call: components["schemas"]["CallRow"];
                        } | {
                            number: number;
                            /** @constant */
                            type: "call.transferred";
                            /**
                             * Format: date-time
                             * @example 2026-11-21T08:00:00.000Z
                             */
                            at: string;
                            detail: {
                                extension: string;
                            };
                            call: components["schemas"]["CallRow"];
                        } | {
                            number: number;
                            /** @constant */
                            type: "queue.entered";
                            /**
                             * Format: date-time
                             * @example 2026-11-21T08:00:00.000Z
                             */
                            at: string;
                            detail: {
                                queue_id: string;
                            };
                            call: components["schemas"]["CallRow"];
                        } | {
                            number: number;
                            /** @constant */
                            type: "queue.left";
                            /**
                             * Format: date-time
                             * @example 2026-11-21T08:00:00.000Z
                             */
                            at: string;
                            detail: {
                                queue_id: string;
                                outcome: string;
                                wait_seconds: number;
                            };
                            call: components["schemas"]["CallRow"];
                        } | {
                            number: number;
                            /** @constant */
                            type: "call.ended";
                            /**
                             * Format: date-time
                             * @example 2026-11-21T08:00:00.000Z
                             */
                            at: string;
                            detail: {
                                status: string;
                            };
                            call: components["schemas"]["CallRow"];
                        } | {
                            number: number;
                            /** @constant */
                            type: "call.missed";
                            /**
                             * Format: date-time
                             * @example 2026-11-21T08:00:00.000Z
                             */
                            at: string;
                            detail: {
                                status: string;
                            };
                            call: components["schemas"]["CallRow"];
                        } | {
                            number: number;
                            /** @constant */
                            type: "call.voicemail";
                            /**
                             * Format: date-time
                             * @example 2026-11-21T08:00:00.000Z
                             */
                            at: string;
                            detail: {
                                box_id: string;
                            };
                            call: components["schemas"]["CallRow"];
                        } | {
                            number: number;
                            /** @constant */
                            type: "call.recorded";
                            /**
                             * Format: date-time
                             * @example 2026-11-21T08:00:00.000Z
                             */
                            at: string;
                            detail: Record<string, never>;
                            call: components["schemas"]["CallRow"];
                        } | {
                            number: number;
                            /** @constant */
                            type: "call.recording-refused";
                            /**
                             * Format: date-time
                             * @example 2026-11-21T08:00:00.000Z
                             */
                            at: string;
                            detail: {
                                key: string;
                                after_seconds: number;
                                kept: boolean;
                            };
                            call: components["schemas"]["CallRow"];
                        } | {
                            number: number;
                            /** @constant */
                            type: "agent.status";
                            /**
                             * Format: date-time
                             * @example 2026-11-21T08:00:00.000Z
                             */
                            at: string;
                            detail: {
                                extension: string;
                                /** @enum {string} */
                                status: "ready" | "on-a-call" | "wrapping-up" | "on-a-break" | "paused" | "auto-paused" | "do-not-disturb" | "asleep" | "off";
                                reason: string;
                            };
                        } | {
                            number: number;
                            /** @constant */
                            type: "voice-otp.ended";
                            /**
                             * Format: date-time
                             * @example 2026-11-21T08:00:00.000Z
                             */
                            at: string;
                            detail: {
                                /**
                                 * Format: uuid
                                 * @example 01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11
                                 */
                                otp_id: string;
                                state: components["schemas"]["OtpState"];
                                call_id: string | null;
                            };
                        } | {
                            number: number;
                            /** @constant */
                            type: "survey.answered";
                            /**
                             * Format: date-time
                             * @example 2026-11-21T08:00:00.000Z
                             */
                            at: string;
                            detail: {
                                /**
                                 * Format: uuid
                                 * @example 01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11
                                 */
                                survey_id: string;
                                /**
                                 * Format: uuid
                                 * @example 01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11
                                 */
                                response_id: string;
                                outcome: string;
                                call_id: string | null;
                            };
                        } | {
                            number: number;
                            /** @constant */
                            type: "automation.ran";
                            /**
                             * Format: date-time
                             * @example 2026-11-21T08:00:00.000Z
                             */
                            at: string;
                            detail: {
                                /**
                                 * Format: uuid
                                 * @example 01a20128-1c5e-7d1b-9c3a-0c3c9c0f2f11
                                 */
                                automation_id: string;
                                name: string;
                                text: string;
                                call_id: string | null;
                                customer_id: string | null;
                            };
                        })[];
                        next: number;
                        more: boolean;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            410: components["responses"]["Problem410"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    customersList: {
        parameters: {
            query?: {
                /** @description Page, from 1 */
                page?: number;
                /** @description Rows on a page; more than 1000 are given in pages of that size */
                per_page?: number;
                /** @description Words to look for, with or without accents */
                search?: string;
                /** @description Column to sort by, `-` before it for descending */
                sort?: string;
                /** @description Only those whose status is this */
                status?: string;
                /** @description Only those whose data source is this */
                data_source_id?: string;
                /** @description Only those whose project is this */
                project_id?: string;
                /** @description Only those whose user is this */
                user_id?: string;
                /** @description Only those whose department is this */
                department_id?: string;
                /** @description Only those whose created from is this */
                created_from?: string;
                /** @description Only those whose created to is this */
                created_to?: string;
                /** @description Only those whose last contact is this */
                last_contact?: string;
                /** @description Only those whose promise is this */
                promise?: components["schemas"]["Promise"];
                /** @description Only those whose do not call is this */
                do_not_call?: "0" | "1";
                /** @description Only those whose campaign is this */
                campaign_id?: string;
                /** @description Only those whose named is this */
                named?: string;
                /** @description Only those whose own is this */
                own?: string | {
                    [key: string]: {
                        is: string;
                    } | {
                        from?: number;
                        to?: number;
                    } | {
                        /**
                         * Format: date
                         * @example 2026-11-21
                         */
                        from?: string;
                        /**
                         * Format: date
                         * @example 2026-11-21
                         */
                        to?: string;
                    };
                };
                /** @description Only rows that were made or changed at this moment or later, in this order. Go on from the last one’s updated_at, not by page */
                updated_since?: string;
            };
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CustomersRow"][];
                        total: number;
                        /** @default false */
                        total_capped: boolean;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            410: components["responses"]["Problem410"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    customersGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
                /** @description Which one */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomersRow"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            410: components["responses"]["Problem410"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    customersUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
                /** @description Which one */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Kinh doanh */
                    name: string;
                    /**
                     * @default
                     * @example KD-01
                     */
                    code?: string;
                    /** @example 0901234567 */
                    phone: string;
                    /** @default [] */
                    phones?: string[];
                    /** @default  */
                    email?: string;
                    /** @default  */
                    address?: string;
                    /** @default  */
                    zalo?: string;
                    /** @default  */
                    facebook?: string;
                    /** Format: uuid */
                    status: string;
                    /** @default null */
                    data_source_id?: string | null;
                    /** @default null */
                    project_id?: string | null;
                    /** @default null */
                    user_id?: string | null;
                    /** @default  */
                    note?: string;
                    /** @default  */
                    note_in_calling?: string;
                    /** @default false */
                    do_not_call?: boolean;
                    /** @default {} */
                    own?: {
                        [key: string]: string | number | string[] | null;
                    };
                    version: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomersRow"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    customersCreate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomersInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomersRow"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    askOtp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 0901234567 */
                    phone: string;
                    code?: string;
                    /** @default 6 */
                    length?: number;
                    /** @default 300 */
                    ttl_seconds?: number;
                    /** @default 1 */
                    tries?: number;
                    /** @default 20 */
                    pause_seconds?: number;
                    /** @default  */
                    ref?: string;
                    /** @default false */
                    test?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OtpRow"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    verifyOtp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
                /** @description Which one */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        verified: boolean;
                        tries_left: number;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    otpRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The company's code: the token's own */
                ma_dn: string;
                /** @description Which one */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OtpRow"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            410: components["responses"]["Problem410"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
}
