<?php
/**
 * The page Tools, Earshot players: shows the old players of posts with their replacements, replaces them, and undoes it.
 * It works without JavaScript.
 *
 * @package Earshot
 */

namespace Earshot;

defined( 'ABSPATH' ) || exit;

const TOOL       = 'earshot-players';
const MAY_USE    = 'manage_options';
const SECONDS    = 10; // of work in one request: hosts end longer ones
const CODE_SHOWN = 400; // characters

add_action(
	'admin_menu',
	function () {
		$title = __( 'Earshot players', 'earshot' );
		add_management_page( $title, $title, MAY_USE, TOOL, __NAMESPACE__ . '\render_tool' );
	}
);

/** The address of the tool. */
function tool_url( array $query = array() ): string {
	return add_query_arg( array_merge( array( 'page' => TOOL ), $query ), admin_url( 'tools.php' ) );
}

/** The former Earshot that the user has named; empty if it is no address. */
function asked_former(): string {
	// phpcs:ignore WordPress.Security.NonceVerification -- it only chooses what is shown.
	return clean_url( isset( $_REQUEST['former'] ) ? sanitize_text_field( wp_unslash( $_REQUEST['former'] ) ) : '' );
}

function render_tool(): void {
	if ( ! current_user_can( MAY_USE ) ) {
		return;
	}
	echo '<div class="wrap"><h1>' . esc_html( get_admin_page_title() ) . '</h1>';
	if ( '' === podcast_url() ) {
		echo '<p>' . link_to_settings( missing_address() ) . '</p></div>'; // phpcs:ignore WordPress.Security.EscapeOutput -- escaped there
		return;
	}
	echo '<p>' . esc_html__( 'Players of your former host in old posts become players of your podcast site. Import the podcast there first. Only the code of players changes, and every change can be undone here.', 'earshot' ) . '</p>';
	$next = handle_tool();
	if ( null === $next ) {
		render_former();
		render_preview();
		render_replaced();
	}
	echo '</div>';
}

/** Carries out a sent form. Returns the next step of a long one, which has a page of its own; null otherwise. */
function handle_tool(): ?string {
	$action = isset( $_POST['earshot_action'] ) ? sanitize_key( $_POST['earshot_action'] ) : '';
	if ( '' === $action ) {
		return null;
	}
	check_admin_referer( TOOL );
	$after = isset( $_POST['after'] ) ? absint( $_POST['after'] ) : 0;
	$done  = isset( $_POST['done'] ) ? absint( $_POST['done'] ) : 0;
	$ids   = isset( $_POST['posts'] ) ? array_map( 'absint', (array) $_POST['posts'] ) : array();
	switch ( $action ) {
		case 'convert':
			report( convert_posts( $after, asked_former(), $ids )['count'], __( 'Posts with new players: %d', 'earshot' ) );
			return null;
		case 'convert_all':
			return convert_on( $after, $done );
		case 'undo':
			report( count( array_filter( $ids, __NAMESPACE__ . '\undo_players' ) ), __( 'Posts with their old players again: %d', 'earshot' ) );
			return null;
		case 'undo_all':
			report( count( array_filter( posts_with_replaced(), __NAMESPACE__ . '\undo_players' ) ), __( 'Posts with their old players again: %d', 'earshot' ) );
			return null;
		default:
			return null;
	}
}

/**
 * Converts the posts of one page of the preview.
 *
 * @param array<int, int>|null $ids The chosen ones; null for all.
 * @return array{count: int, last: int} `last` is the last post of the page, 0 if there was none.
 */
function convert_posts( int $after, string $former, ?array $ids ): array {
	$posts = posts_with_codes( $after );
	$found = find_old_players( $posts, $former );
	if ( is_wp_error( $found ) ) {
		notice( $found->get_error_message(), 'error' );
		return array(
			'count' => 0,
			'last'  => 0,
		);
	}
	$count = 0;
	foreach ( $found as $id => $players ) {
		if ( ( null === $ids || in_array( $id, $ids, true ) ) && replace_players( $id, $players ) ) {
			++$count;
		}
	}
	return array(
		'count' => $count,
		'last'  => $posts ? (int) end( $posts )->ID : 0,
	);
}

/** Converts all posts, some seconds at a time. Between them the page continues on its own, or with a button. */
function convert_on( int $after, int $done ): ?string {
	$until = microtime( true ) + SECONDS;
	do {
		$some  = convert_posts( $after, asked_former(), null );
		$done += $some['count'];
		$after = $some['last'];
	} while ( $after > 0 && microtime( true ) < $until );
	report( $done, __( 'Posts with new players: %d', 'earshot' ) );
	if ( 0 === $after ) {
		return null;
	}
	open_form( 'convert_all', array( 'after' => $after, 'done' => $done ), 'earshot-continue' );
	submit_button( __( 'Continue', 'earshot' ) );
	echo '</form><script>document.getElementById("earshot-continue").submit()</script>';
	return 'convert_all';
}

function report( int $count, string $text ): void {
	notice( sprintf( $text, $count ), 'success' );
}

function notice( string $text, string $kind ): void {
	printf( '<div class="notice notice-%s"><p>%s</p></div>', esc_attr( $kind ), esc_html( $text ) );
}

/** @param array<string, int> $fields Hidden fields. */
function open_form( string $action, array $fields = array(), string $id = '' ): void {
	printf( '<form method="post" action="%s" id="%s">', esc_url( tool_url() ), esc_attr( $id ) );
	wp_nonce_field( TOOL );
	$fields += array( 'earshot_action' => $action, 'former' => asked_former() );
	foreach ( $fields as $name => $value ) {
		printf( '<input type="hidden" name="%s" value="%s">', esc_attr( $name ), esc_attr( (string) $value ) );
	}
}

/** Shortcodes and blocks name no host, so their former one must be named to tell old from new. */
function render_former(): void {
	printf(
		'<form method="get" action="%s"><input type="hidden" name="page" value="%s"><p><label for="earshot-former">%s</label> <input type="url" class="regular-text code" id="earshot-former" name="former" value="%s" placeholder="https://old.example" aria-describedby="earshot-former-about"> ',
		esc_url( admin_url( 'tools.php' ) ),
		esc_attr( TOOL ),
		esc_html__( 'Former Earshot site', 'earshot' ),
		esc_attr( asked_former() )
	);
	submit_button( __( 'Search', 'earshot' ), 'secondary', '', false );
	echo '</p><p class="description" id="earshot-former-about">' . esc_html__( 'Only for shortcodes and blocks of this plugin, which name no site. Leave it empty if you come from another service.', 'earshot' ) . '</p></form>';
}

function render_preview(): void {
	// phpcs:ignore WordPress.Security.NonceVerification -- it only chooses the page.
	$after = isset( $_GET['after'] ) ? absint( $_GET['after'] ) : 0;
	$posts = posts_with_codes( $after );
	$found = find_old_players( $posts, asked_former() );
	echo '<h2>' . esc_html__( 'Old players', 'earshot' ) . '</h2>';
	if ( is_wp_error( $found ) ) {
		notice( $found->get_error_message(), 'error' );
		return;
	}
	if ( ! $found ) {
		echo '<p>' . esc_html__( 'No old players with an episode at your podcast site in these posts.', 'earshot' ) . '</p>';
	} else {
		open_form( 'convert', array( 'after' => $after ) );
		render_players( $found );
		submit_button( __( 'Replace in the chosen posts', 'earshot' ), 'primary', '', false );
		echo '</form>';
		open_form( 'convert_all' );
		submit_button( __( 'Replace in all posts', 'earshot' ), 'secondary' );
		echo '</form>';
	}
	if ( count( $posts ) === POSTS_AT_ONCE ) {
		$next = tool_url(
			array(
				'after'  => (int) end( $posts )->ID,
				'former' => rawurlencode( asked_former() ),
			)
		);
		printf( '<p><a href="%s">%s</a></p>', esc_url( $next ), esc_html__( 'Next posts', 'earshot' ) );
	}
}

/** @param array<int, array<int, array{before: string, after: string, title: string}>> $found By the id of the post. */
function render_players( array $found ): void {
	printf(
		'<table class="widefat striped"><thead><tr><td class="check-column"></td><th>%s</th><th>%s</th><th>%s</th></tr></thead><tbody>',
		esc_html__( 'Post', 'earshot' ),
		esc_html__( 'Before', 'earshot' ),
		esc_html__( 'After', 'earshot' )
	);
	foreach ( $found as $id => $players ) {
		foreach ( $players as $index => $player ) {
			echo '<tr>';
			if ( 0 === $index ) {
				render_post_cells( $id, count( $players ) );
			}
			printf(
				'<td><code>%s</code></td><td><strong>%s</strong><br><code>%s</code></td></tr>',
				esc_html( shortened( $player['before'] ) ),
				esc_html( $player['title'] ),
				esc_html( shortened( $player['after'] ) )
			);
		}
	}
	echo '</tbody></table><p></p>';
}

function render_post_cells( int $id, int $rows ): void {
	printf(
		'<th class="check-column" rowspan="%1$d"><input type="checkbox" name="posts[]" value="%2$d" id="earshot-post-%2$d" checked></th><td rowspan="%1$d"><label for="earshot-post-%2$d">%3$s</label><br><a href="%4$s">%5$s</a></td>',
		(int) $rows,
		(int) $id,
		esc_html( title_of( $id ) ),
		esc_url( (string) get_permalink( $id ) ),
		esc_html__( 'View', 'earshot' )
	);
}

function title_of( int $id ): string {
	$title = get_the_title( $id );
	return '' === $title ? "#$id" : html_entity_decode( $title, ENT_QUOTES | ENT_HTML5, 'UTF-8' );
}

function shortened( string $code ): string {
	return mb_strlen( $code ) > CODE_SHOWN ? mb_substr( $code, 0, CODE_SHOWN ) . '…' : $code;
}

function render_replaced(): void {
	$ids = posts_with_replaced();
	if ( ! $ids ) {
		return;
	}
	echo '<h2>' . esc_html__( 'Replaced players', 'earshot' ) . '</h2>';
	open_form( 'undo' );
	echo '<table class="widefat striped"><thead><tr><td class="check-column"></td><th>' . esc_html__( 'Post', 'earshot' ) . '</th></tr></thead><tbody>';
	foreach ( $ids as $id ) {
		echo '<tr>';
		render_undo_cells( $id );
		echo '</tr>';
	}
	echo '</tbody></table><p></p>';
	submit_button( __( 'Undo in the chosen posts', 'earshot' ), 'secondary', '', false );
	echo '</form>';
	open_form( 'undo_all' );
	submit_button( __( 'Undo in all posts', 'earshot' ), 'secondary' );
	echo '</form>';
}

function render_undo_cells( int $id ): void {
	printf(
		'<th class="check-column"><input type="checkbox" name="posts[]" value="%1$d" id="earshot-undo-%1$d"></th><td><label for="earshot-undo-%1$d">%2$s</label> <a href="%3$s">%4$s</a></td>',
		(int) $id,
		esc_html( title_of( $id ) ),
		esc_url( (string) get_permalink( $id ) ),
		esc_html__( 'View', 'earshot' )
	);
}
