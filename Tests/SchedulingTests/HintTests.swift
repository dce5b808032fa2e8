import Testing

@testable import Scheduling

/// What is said of dates and times that are written otherwise.
@Suite struct HintTests {
    @Test(
        arguments: [
            (
                "2026-12-24..2026-12-01",
                "2026-12-24 is later than 2026-12-01; the earlier one comes first: '2026-12-01..2026-12-24'"
            ),
            ("24.12.2026", "did you mean '2026-12-24'?"), ("2026-12-1", "did you mean '2026-12-01'?"),
            ("24.12.", "did you mean '12-24'?"), ("1.5", "did you mean '05-01'?"), ("31.2.", nil), ("1.13.", nil),
            ("24.12.-26.12.", "did you mean '12-24..12-26'?"), ("24.12. - 2.1.", "did you mean '12-24..01-02'?"),
            ("24.12...26.12.", "did you mean '12-24..12-26'?"),
            ("2026/12/24", "did you mean '2026-12-24'?"),
            ("2026-12-01 - 2026-12-24", "did you mean '2026-12-01..2026-12-24'?"),
            ("1.12.2026 to 24.12.2026", "did you mean '2026-12-01..2026-12-24'?"),
            ("2026-02-30", "the month 2026-02 has 28 days"),
            ("2028-02-01..2028-02-30", "the month 2028-02 has 29 days"),
            ("tomorrow", nil), ("", nil), ("2026-12-24..", nil), ("12/24/2026", nil),
        ] as [(String, String?)])
    func dates(text: String, hint: String?) {
        #expect(DateRange.hint(text) == hint)
    }

    @Test(
        arguments: [
            ("11.30-14.00", "did you mean '11:30-14:00'?"), ("9-17", "did you mean '09:00-17:00'?"),
            ("9am to 5pm", "did you mean '09:00-17:00'?"), ("12 a.m. - 12 p.m.", "did you mean '00:00-12:00'?"),
            ("11:30–14:00", "did you mean '11:30-14:00'?"), ("22h-2h", "did you mean '22:00-02:00'?"),
            ("11:30", "say until when too, such as '11:30-24:00'"), ("25:00-26:00", nil), ("noon", nil), ("", nil),
            ("14pm-15pm", nil),
        ] as [(String, String?)])
    func times(text: String, hint: String?) {
        #expect(DailyWindow.hint(text) == hint)
    }

    @Test(
        arguments: [
            ("monday-fryday", "did you mean 'monday-friday'?"), ("mon, wen", "did you mean 'mon, wed'?"),
            ("lundi", nil), ("mon-fri-sat", nil), ("", nil),
        ] as [(String, String?)])
    func days(text: String, hint: String?) {
        #expect(Weekday.hint(text) == hint)
    }
}
