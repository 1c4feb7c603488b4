<?php
/**
 * Finds the players of other hosts in posts, and replaces them by players of the podcast site. That site knows which
 * episode each one plays: it gets the code of the players, and nothing else of a post.
 *
 * @package Earshot
 */

namespace Earshot;

defined( 'ABSPATH' ) || exit;

/** The replaced codes of a post: a list of pairs of `before` and `after`. */
const REPLACED = '_earshot_replaced';

const POSTS_AT_ONCE = 20;
const CODES_AT_ONCE = 50;

/** Markup in which players of other hosts are found. The podcast site decides. */
const CODES = '#<iframe\b[^>]{0,4000}>(?:[^<]{0,1000}</iframe>)?'
	. '|<a\b[^>]{0,4000}\b(?:spreaker|earshot)-player\b[^>]{0,4000}>[^<]{0,1000}</a>(?:\s{0,100}<script\b[^>]{0,1000}>\s{0,100}</script>)?'
	. '|\[(?:spreaker|earshot)\b[^\[\]]{0,4000}\]'
	. '|<!-- wp:earshot/player \{[^<>]{0,4000}\} /-->'
	. '|(?:<div\b[^>]{0,200}buzzsprout-player[^>]{0,200}>\s{0,100}</div>\s{0,100})?<script\b[^>]{0,2000}buzzsprout[^>]{0,2000}>\s{0,100}</script>#i';

/**
 * The next posts that may contain old players, by id.
 *
 * @param int $after The id of the last post before them.
 * @return array<int, object{ID: string, post_title: string, post_content: string}>
 */
function posts_with_codes( int $after ): array {
	global $wpdb;
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WP_Query cannot search for markup.
	return $wpdb->get_results(
		$wpdb->prepare(
			"SELECT ID, post_title, post_content FROM $wpdb->posts
			WHERE ID > %d AND post_type NOT IN ( 'revision', 'attachment', 'nav_menu_item', 'oembed_cache' )
				AND post_status IN ( 'publish', 'future', 'draft', 'pending', 'private' )
				AND ( post_content LIKE %s OR post_content LIKE %s OR post_content LIKE %s OR post_content LIKE %s )
			ORDER BY ID LIMIT %d",
			$after,
			'%<iframe%',
			'%spreaker%',
			'%earshot%',
			'%buzzsprout%',
			POSTS_AT_ONCE
		)
	);
}

/**
 * The old players of some posts with their replacements, by the id of the post.
 *
 * @param array<int, object> $posts  The result of `posts_with_codes`.
 * @param string             $former The address of the Earshot that shortcodes and blocks were written for; empty if the blog had no other one.
 * @return array<int, array<int, array{before: string, after: ?string, title: string}>>|\WP_Error
 */
function find_old_players( array $posts, string $former ) {
	$codes = array();
	foreach ( $posts as $post ) {
		$codes[ (int) $post->ID ] = codes_in( $post, $former );
	}
	$all     = array_values( array_unique( array_merge( array(), ...$codes ) ) );
	$answers = array();
	foreach ( array_chunk( $all, CODES_AT_ONCE ) as $some ) {
		$converted = convert_codes( $some, $former );
		if ( is_wp_error( $converted ) ) {
			return $converted;
		}
		$answers += array_combine( $some, $converted );
	}
	$found = array();
	foreach ( $codes as $id => $of_post ) {
		foreach ( $of_post as $code ) {
			$after = $answers[ $code ]['code'];
			if ( null !== $after ) {
				$found[ $id ][] = array(
					'before' => $code,
					'after'  => $after,
					'title'  => (string) $answers[ $code ]['title'],
				);
			}
		}
	}
	return $found;
}

/**
 * The codes in a post, without codes of this tool, although they may look old.
 *
 * @return array<int, string>
 */
function codes_in( $post, string $former ): array {
	if ( ! preg_match_all( CODES, $post->post_content, $found ) ) {
		return array();
	}
	$written = array_column( replaced_in( (int) $post->ID ), 'after' );
	return array_values(
		array_filter(
			array_unique( $found[0] ),
			function ( $code ) use ( $written, $former ) {
				$names_no_host = (bool) preg_match( '/^(\[earshot|<!--)/', $code );
				return ! in_array( $code, $written, true ) && ( '' !== $former || ! $names_no_host );
			}
		)
	);
}

/**
 * Asks the podcast site for the new codes.
 *
 * @param array<int, string> $codes At most `CODES_AT_ONCE`.
 * @return array<int, array{code: ?string, title: ?string}>|\WP_Error In the order of the codes.
 */
function convert_codes( array $codes, string $former ) {
	$sent = array_map( __NAMESPACE__ . '\shortcode_of_block', $codes );
	$body = array( 'codes' => $sent );
	if ( '' !== $former ) {
		$body['former_url'] = $former;
	}
	$answer = wp_safe_remote_post(
		api_url() . '/v2/players/convert',
		array(
			'timeout' => 15,
			'headers' => array( 'Content-Type' => 'application/json' ),
			'body'    => wp_json_encode( $body ),
		)
	);
	$told    = json_decode( wp_remote_retrieve_body( $answer ), true );
	$players = $told['response']['players'] ?? null;
	if ( ! is_array( $players ) || count( $players ) !== count( $codes ) ) {
		return new \WP_Error( 'earshot', __( 'The podcast site did not answer. Try again in a minute.', 'earshot' ) );
	}
	foreach ( $codes as $index => $code ) {
		if ( $sent[ $index ] !== $code && null !== $players[ $index ]['code'] ) {
			$players[ $index ]['code'] = block_with( $code, (string) $players[ $index ]['resource'] );
		}
	}
	return $players;
}

/** The shortcode of a block, which names its episode in the same way. Other codes stay. */
function shortcode_of_block( string $code ): string {
	$attributes = block_attributes( $code );
	$resource   = $attributes['resource'] ?? '';
	return is_string( $resource ) && preg_match( '/^(episode|show)_id=\d+$/', $resource ) ? "[earshot type=player resource=\"$resource\"]" : $code;
}

function block_with( string $code, string $resource ): string {
	$attributes             = block_attributes( $code );
	$attributes['resource'] = $resource;
	return '<!-- wp:earshot/player ' . serialize_block_attributes( $attributes ) . ' /-->';
}

/** @return array<string, mixed> */
function block_attributes( string $code ): array {
	if ( ! preg_match( '#^<!-- wp:earshot/player (\{.*\}) /-->$#', $code, $found ) ) {
		return array();
	}
	$attributes = json_decode( $found[1], true );
	return is_array( $attributes ) ? $attributes : array();
}

/**
 * Replaces players in a post, and keeps what it has replaced. Nothing else in the post changes: therefore the content is
 * not saved through the filters of WordPress. False if the post was changed meanwhile.
 *
 * @param array<int, array{before: string, after: string}> $players As `find_old_players` gives them.
 */
function replace_players( int $id, array $players ): bool {
	$before = get_post_field( 'post_content', $id, 'raw' );
	$pairs  = array_column( $players, 'after', 'before' );
	if ( ! save_content( $id, $before, strtr( $before, $pairs ) ) ) {
		return false;
	}
	$kept = array_map(
		function ( $player ) {
			return array_intersect_key( $player, array_flip( array( 'before', 'after' ) ) );
		},
		$players
	);
	update_post_meta( $id, REPLACED, wp_slash( array_merge( replaced_in( $id ), $kept ) ) );
	return true;
}

/**
 * Puts the old players back, also in a post that was edited since. Players that were edited themselves stay.
 */
function undo_players( int $id ): bool {
	$content = get_post_field( 'post_content', $id, 'raw' );
	$pairs   = array_column( replaced_in( $id ), 'before', 'after' );
	if ( ! save_content( $id, $content, strtr( $content, $pairs ) ) ) {
		return false;
	}
	delete_post_meta( $id, REPLACED );
	return true;
}

/** @return array<int, array{before: string, after: string}> */
function replaced_in( int $id ): array {
	$pairs = get_post_meta( $id, REPLACED, true );
	return is_array( $pairs ) ? $pairs : array();
}

/** @return array<int, int> Ids of the posts with replaced players. */
function posts_with_replaced(): array {
	global $wpdb;
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- for posts of every type and state.
	return array_map( 'intval', $wpdb->get_col( $wpdb->prepare( "SELECT post_id FROM $wpdb->postmeta WHERE meta_key = %s ORDER BY post_id", REPLACED ) ) );
}

/** Saves the content of a post, unless it was changed since it was read. */
function save_content( int $id, string $before, string $after ): bool {
	global $wpdb;
	if ( $before === $after ) {
		return true;
	}
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- the filters of WordPress could change the rest of the post.
	$rows = $wpdb->update(
		$wpdb->posts,
		array(
			'post_content'      => $after,
			'post_modified'     => current_time( 'mysql' ),
			'post_modified_gmt' => current_time( 'mysql', true ),
		),
		array(
			'ID'           => $id,
			'post_content' => $before,
		)
	);
	clean_post_cache( $id );
	return 1 === $rows;
}
